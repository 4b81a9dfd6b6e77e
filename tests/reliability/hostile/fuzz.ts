// Sends fuzzed add requests to a daemon, many at once, and compares each outcome with the judge's.
import { Agent, request } from 'node:http'
import { bodyAt } from './bodies.ts'
import { judge, type StoredRecord } from './judge.ts'

const connections = 24
const patience = 10_000
/** Number of failures after which fuzzing stops. */
const mostFailures = 5

export interface Findings {
  /** Errors, each with the seed, the index and the body. */
  readonly failures: string[]
  readonly names: Set<string>
  readonly counts: Record<'bodies' | 'accepted' | 'refused', number>
  /** Number of refusals for each code. */
  readonly codes: Record<string, number>
}

export interface Fuzzing {
  readonly seed: number
  /** Index of the first body. Bodies up to, but not including, `to` are sent. */
  readonly from: number
  readonly to: number
}

export async function fuzz(url: string, { seed, from, to }: Fuzzing): Promise<Findings> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = asking(url, agent)
  const oneAtATime = createQueues()
  const failures: string[] = []
  const names = new Set<string>()
  const counts = { bodies: 0, accepted: 0, refused: 0 }
  const codes: Record<string, number> = {}
  let next = from

  async function check(bytes: Buffer, known: ReturnType<typeof bodyAt>['known']): Promise<void> {
    const judgement = judge(bytes)
    const { stored } = judgement
    if (known && 'data' in known) same(stored?.data, known.data, 'the judge errs on the data')
    if (known && 'code' in known && !judgement.codes?.includes(known.code)) {
      throw new Error(`the judge errs: this is ${known.code}`)
    }
    if (stored === undefined) {
      const code = expectRefusal(await ask('PUT', '/api/endpoint/add', bytes), judgement.codes)
      codes[code] = (codes[code] ?? 0) + 1
      counts.refused += 1
      return
    }
    await oneAtATime(stored.name, () => expectStored(ask, bytes, stored))
    names.add(stored.name)
    counts.accepted += 1
  }

  async function work(): Promise<void> {
    while (next < to && failures.length < mostFailures) {
      const index = next++
      const { bytes, known } = bodyAt(seed, index)
      counts.bodies += 1
      await check(bytes, known).catch((error: unknown) => {
        failures.push(`seed ${seed}, body ${index}: ${String(error)}\n${show(bytes)}`)
      })
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return { failures, names, counts, codes }
}

/** Queues the adds of each name, because after two at once, either may be served. */
function createQueues(): (name: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>()
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).catch(() => {}).then(work)
    last.set(name, mine)
    return mine
  }
}

async function expectStored(ask: Ask, bytes: Buffer, stored: StoredRecord): Promise<void> {
  const { name, data, statusCode, delay } = stored
  const record = `"name":${JSON.stringify(name)},"data":${data},"statusCode":${statusCode},"delay":${delay}}`
  const echo = await ask('PUT', '/api/endpoint/add', bytes)
  same(`${echo.status} ${echo.body}`, `200 {"success":true,${record}`, 'the echo')
  const path = `endpoint/${encodeURIComponent(name)}`
  const hasBody = ![204, 205, 304].includes(statusCode)
  if (delay < 10) {
    const response = await ask('GET', `/${path}`)
    const type = hasBody ? 'application/json' : undefined
    const expected = `${statusCode} ${type} ${hasBody ? data : ''}`
    same(`${response.status} ${response.type} ${response.body}`, expected, 'the response')
  }
  if (hasBody && delay < 10) return
  const kept = await ask('GET', `/api/${path}`)
  same(`${kept.status} ${kept.body}`, `200 {${record}`, 'the record')
}

/** Checks a refusal, and returns its code. */
function expectRefusal({ status, type, body }: FuzzResponse, codes: readonly string[]): string {
  same(`${status} ${type}`, '400 application/problem+json', `instead of ${codes.join(' or ')}`)
  const problem = JSON.parse(body.toString()) as Record<string, unknown>
  const { code, detail } = problem
  same(problem['status'], 400, 'the status in the problem')
  same(problem['success'], false, 'the success in the problem')
  if (typeof detail !== 'string' || detail.trim() === '') throw new Error('the detail is empty')
  if (typeof code === 'string' && codes.includes(code)) return code
  throw new Error(`refused as ${code} and not as ${codes.join(' or ')}: ${detail}`)
}

function same(is: unknown, expected: unknown, what: string): void {
  if (is !== expected) throw new Error(`${what}: ${String(is)}, not ${String(expected)}`)
}

interface FuzzResponse {
  readonly status: number
  readonly type: string | undefined
  readonly body: string
}

type Ask = (method: string, path: string, body?: Buffer) => Promise<FuzzResponse>

function asking(url: string, agent: Agent): Ask {
  return (method, path, body) => {
    return new Promise((resolve, reject) => {
      const length = body ? { 'content-length': body.length } : {}
      const asked = request(`${url}${path}`, { method, agent, headers: length }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          clearTimeout(timer)
          const status = response.statusCode ?? 0
          const text = Buffer.concat(chunks).toString()
          resolve({ status, type: response.headers['content-type'], body: text })
        })
      })
      const late = (): void => void asked.destroy(new Error(`no response in ${patience} ms`))
      const timer = setTimeout(late, patience)
      asked.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      asked.end(body)
    })
  }
}

function show(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
  return text.length > 2000 ? `${text.slice(0, 2000)}… (${bytes.length} bytes)` : text
}
