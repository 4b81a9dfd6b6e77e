// Sends one call over HTTP and checks its response. Throws if anything goes wrong.
import { causesOf } from '../model/problem/errors.ts'
import { Problem, type ProblemExtensions, problemCodes } from '../model/problem/problem.ts'
import type { AnyOperation } from './operations.ts'
import { WireError } from './wire-error.ts'

/** The service to call, and how to call it. */
export interface WireOptions {
  /** The URL of the service, without a slash at the end. */
  readonly url: string
  /** The token that the service requires, or a function that returns it for each call. */
  readonly token?: string | (() => string | undefined) | undefined
  /** Makes the calls. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

interface Call {
  readonly method: string
  /** The path with its query, such as `/api/endpoint?limit=10`. */
  readonly target: string
  readonly body: string | undefined
  readonly signal: AbortSignal | undefined
}

export interface Send {
  /** Sends a call. Resolves to the response and the text of its body. */
  (call: Call): Promise<readonly [Response, string]>
  /** Opens the event stream at a target, starting after the event with that id. */
  open(
    target: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>
}

export function createSend({ url, token, fetch: given }: WireOptions): Send {
  function headers(): Record<string, string> {
    const shown = typeof token === 'function' ? token() : token
    return shown ? { authorization: `Bearer ${shown}` } : {}
  }

  async function reach<T>(
    signal: AbortSignal | undefined,
    use: (fetch: typeof globalThis.fetch) => Promise<T>,
  ): Promise<T> {
    try {
      return await use(given ?? globalThis.fetch)
    } catch (cause) {
      if (signal?.aborted) throw cause
      // The message is only `fetch failed`. The causes have the reason.
      const why = causesOf(cause).map(reasonOf).filter(Boolean).join(': ')
      const message = `No mock-endpoint service answers at ${url} (${why}). Start one, or check the url of the client.`
      throw new WireError('unreachable', message, { cause })
    }
  }

  const send = ({ method, target, body, signal }: Call): Promise<readonly [Response, string]> =>
    reach(signal, async (fetch) => {
      const more = { ...(body !== undefined && { body }), ...(signal && { signal }) }
      signal?.throwIfAborted()
      const response = await fetch(url + target, { method, headers: headers(), ...more })
      const text = await response.text()
      // A custom `fetch` may ignore the signal and return a response.
      signal?.throwIfAborted()
      return [response, text] as const
    })

  return Object.assign(send, {
    async open(target: string, lastEventId: string | undefined, signal: AbortSignal) {
      const accept: Record<string, string> = { ...headers(), accept: 'text/event-stream' }
      if (lastEventId !== undefined) accept['last-event-id'] = lastEventId
      const [response, answer] = await reach(signal, async (fetch) => {
        const response = await fetch(url + target, { headers: accept, signal })
        return [response, streamIn(response) ?? (await response.text())] as const
      })
      if (typeof answer !== 'string') return answer
      throw problemIn(response, answer) ?? foreign(`GET ${url}${target}`, response, answer)
    },
  })
}

/** Returns the output in a response, or throws. `call` is the request, such as `GET http://…`. */
export function checkResponse(
  call: string,
  operation: AnyOperation,
  response: Response,
  text: string,
): unknown {
  const problem = problemIn(response, text)
  if (problem) throw problem
  try {
    const output = operation.read(text)
    if (response.ok || operation.status?.(output) === response.status) return output
  } catch {
    // The response is not from a mock-endpoint service.
  }
  throw foreign(call, response, text)
}

function streamIn({ ok, headers, body }: Response): ReadableStream<Uint8Array> | undefined {
  const type = headers.get('content-type') ?? ''
  return ok && body && type.startsWith('text/event-stream') ? body : undefined
}

/** Returns the problem of the service in a response, or `undefined` if there is none. */
function problemIn({ ok }: Response, text: string): Problem | undefined {
  const json = ok ? undefined : parseObject(text)
  if (!json) return undefined
  const { type: _type, title: _title, status: _status, detail, code, success: _, ...rest } = json
  const known = problemCodes.find((each) => each === code)
  return known && new Problem(known, String(detail), rest as ProblemExtensions)
}

function foreign(call: string, { status }: Response, text: string): WireError {
  const shown = text === '' ? 'no body' : `\`${text.slice(0, 100)}${text.length > 100 ? '…' : ''}\``
  const message = `${call} answered ${status} with ${shown}, which is not a mock-endpoint response. Check the url of the client.`
  return new WireError('foreign', message, { status })
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error ?? '')
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
