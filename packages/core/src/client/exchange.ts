// One call of the control API: sent, and its answer read. What went wrong is thrown.
import {
  Problem,
  type ProblemCode,
  type ProblemExtensions,
  problemCodes,
} from '../model/problem.ts'

/** Makes calls to one service. */
export interface Exchange {
  (call: Call): Promise<Answer>
  /** Opens the event stream at a path. */
  open(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null>
}

export interface Call {
  readonly method: string
  /** With its query, such as `/api/endpoint?limit=10`. */
  readonly path: string
  readonly body?: string
  /** A member that the answer has: one without it comes from something else. */
  readonly member: string
  /** The problem that is an answer here: it is returned instead of thrown. */
  readonly expect?: ProblemCode
  /** The status beside 2xx that is an answer here. */
  readonly accept?: number
}

interface Answer {
  /** The body, parsed. */
  readonly json: Record<string, unknown>
  /** The problem that was expected, if it came. */
  readonly problem?: Problem
}

export interface ExchangeOptions {
  readonly baseUrl: string
  readonly token: string | undefined
  /** Default: the global one, looked up at each call. */
  readonly fetch: typeof globalThis.fetch | undefined
}

export function createExchange({ baseUrl, token, fetch: given }: ExchangeOptions): Exchange {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}

  async function reach<T>(use: (fetch: typeof globalThis.fetch) => Promise<T>): Promise<T> {
    try {
      return await use(given ?? globalThis.fetch)
    } catch (cause) {
      const why = reasonsOf(cause).join(': ')
      const detail = `No mock-endpoint service answers at ${baseUrl} (${why}). Start one, or check the baseUrl of the client.`
      throw new Error(detail, { cause })
    }
  }

  function send({ method, path, body }: Call): Promise<readonly [Response, string]> {
    return reach(async (fetch) => {
      const init = { method, headers, ...(body !== undefined && { body }) }
      const response = await fetch(`${baseUrl}${path}`, init)
      return [response, await response.text()] as const
    })
  }

  function check(call: Call, response: Response, text: string): Answer {
    const json = parseObject(text)
    const problem = json && !response.ok ? toProblem(json) : undefined
    if (problem && problem.code !== call.expect) throw problem
    if (json && problem) return { json, problem }
    const isExpected = response.ok || response.status === call.accept
    if (json && isExpected && call.member in json) return { json }
    const detail = `${call.method} ${baseUrl}${call.path} answered ${response.status} with ${quote(text)}, which is no answer of mock-endpoint. Check the baseUrl of the client.`
    throw new Error(detail)
  }

  return Object.assign(async (call: Call) => check(call, ...(await send(call))), {
    async open(path: string, signal: AbortSignal) {
      const accept = { ...headers, accept: 'text/event-stream' }
      const response = await reach((fetch) =>
        fetch(`${baseUrl}${path}`, { headers: accept, signal }),
      )
      if (response.ok) return response.body
      check({ method: 'GET', path, member: 'events' }, response, await response.text())
      return null
    },
  })
}

/** `fetch failed` alone says little; its cause says what failed. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)]
  return [error.message, ...reasonsOf(error.cause)].filter((reason) => reason !== '')
}

/** The problem that a reply describes, as the server made it; `undefined` when it describes none. */
function toProblem(json: Record<string, unknown>): Problem | undefined {
  const { type: _type, title: _title, status: _status, detail, code, success: _, ...rest } = json
  const known = problemCodes.find((each) => each === code)
  return known && new Problem(known, String(detail), rest as ProblemExtensions)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function quote(text: string): string {
  return text === '' ? 'no body' : `\`${text.slice(0, 100)}${text.length > 100 ? '…' : ''}\``
}
