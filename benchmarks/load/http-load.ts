// Load over HTTP by wrk, which takes the least processor time, or by autocannon if wrk is missing.
// Any wrong response fails the run. wrk reads no bodies. It checks statuses and the length of all
// responses, and we compare whole ones before, after and, if they differ, during the run.
import { execFile, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { benchmarks } from '../harness/machine.ts'
import type { Figures, Running } from '../harness/measurement.ts'
import type { Server } from '../servers/server.ts'
import { cpuOf, memoryOf } from '../servers/usage.ts'
import { ask } from './ask.ts'
import { type Picking, pick, step } from './pick.ts'

export interface Load {
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** In the path and in the body, `#` is replaced by the number that was picked. */
  readonly path: string
  readonly body?: string
  readonly expected: (picked: number) => string
  /** How the number of each request is picked. Default: always 0. */
  readonly picking?: Picking
  readonly total?: number
}

interface Driven {
  readonly total: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
}

const run = promisify(execFile)
const connections = 32
/** Milliseconds between two responses that are compared. */
const pause = 10

/** The name of the load generator, for the legends. */
export const driver = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'
const drive = driver === 'wrk' ? byWrk : byAutocannon

interface Spell {
  readonly seconds: number
  /** Seconds of load before measuring, so that the code is compiled. Default: 1. */
  readonly warmUp?: number
}

/** Starts a server and warms it up. Each turn is a spell of one of these loads. */
export async function underLoad(
  start: () => Promise<Server>,
  loads: Readonly<Record<string, Load>>,
  { seconds, warmUp = 1 }: Spell,
): Promise<Running> {
  const server = await start()
  try {
    for (const load of Object.values(loads)) {
      await measureLoad(server, load, warmUp / Object.keys(loads).length)
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    measure: (name) => measureLoad(server, loads[name] as Load, seconds),
    stop: server.stop,
  }
}

async function measureLoad(server: Server, load: Load, seconds: number): Promise<Figures> {
  const compare = async (picked: number) => {
    const asked = (text: string) => text.replaceAll('#', String(picked))
    const { path, method, body = '' } = load
    const response = await ask(`${server.url}${asked(path)}`, method, asked(body))
    const expected = load.expected(picked)
    if (response.status === 200 && response.text === expected) return response.bytes
    const found = `${response.status} ${response.text.slice(0, 100)}`
    throw new Error(`${asked(path)} answered ${found}, not ${expected.slice(0, 100)}`)
  }
  const length = await compare(0)
  const before = cpuOf(server.pid)
  const { total, seconds: took, p50, p99 } = await drive(server.url, load, seconds, length, compare)
  const cpu = (1000 * (cpuOf(server.pid) - before)) / total
  await compare(0)
  const { peak, own } = memoryOf(server.pid)
  const rate = total / took
  return { '1/s': rate, 'cpu, µs': cpu, 'p50, ms': p50, 'p99, ms': p99, 'most MB': peak, MB: own }
}

async function byWrk(
  url: string,
  load: Load,
  seconds: number,
  length: number,
  compare: (picked: number) => Promise<number>,
): Promise<Driven> {
  const { method = 'GET', path, body = '', picking, total: count = 1 } = load
  const file = join(tmpdir(), `mock-endpoint-bench-body-${process.pid}`)
  writeFileSync(file, body)
  const script = join(benchmarks, 'load', 'load.lua')
  const time = `${Math.max(1, Math.round(seconds))}s`
  const args = ['-t1', `-c${connections}`, '-d', time, '-s', script, url, '--', method, path, file]
  let isOver = false
  const driving = run('wrk', [...args, picking ?? 'none', String(count), String(step)])
  const ended = driving.finally(() => {
    isOver = true
    rmSync(file)
  })
  while (picking && !isOver) {
    await compare(pick[picking](count))
    await sleep(pause)
  }
  const { stdout } = await ended
  const driven = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  const areShort = !picking && driven.bytes < driven.total * length
  if (driven.failed === 0 && driven.total > 0 && !areShort) return driven
  throw new Error(`Not every response was right: ${stdout}`)
}

async function byAutocannon(url: string, load: Load, seconds: number): Promise<Driven> {
  const { method = 'GET', path, body = '', picking, total: count = 1, expected } = load
  let wrong = 0
  const asked = picking
    ? {
        url,
        requests: [
          {
            setupRequest(request: object, context: { id?: number }) {
              const id = pick[picking](count)
              context.id = id
              const fill = (text: string) => text.replaceAll('#', String(id))
              return { ...request, path: fill(path), body: fill(body) }
            },
            onResponse(status: number, text: string, { id = 0 }: { id?: number }) {
              if (status !== 200 || text !== expected(id)) wrong++
            },
          },
        ],
      }
    : { url: `${url}${path}`, expectBody: expected(0), ...(body && { body }) }
  const result = await autocannon({ ...asked, method, connections, duration: seconds })
  const { requests, latency, errors, mismatches, non2xx } = result
  wrong += errors + mismatches + non2xx
  if (wrong > 0) throw new Error(`${wrong} of ${requests.total} answers were wrong.`)
  return { total: requests.total, seconds: result.duration, p50: latency.p50, p99: latency.p99 }
}
