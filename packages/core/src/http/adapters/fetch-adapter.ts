// The adapter for all runtimes: turns a `Request` into a plain request, and the response into a
// `Response`.

import type { RawHeaders } from '../../model/http/request.ts'
import { type PlainResponse, withoutBody } from '../../model/http/response.ts'
import { type Awaitable, isPromiseLike } from '../../model/time/awaitable.ts'
import { captureBody } from './body.ts'
import { fetchFailed } from './fetch-errors.ts'
import {
  type Environment,
  type Incoming,
  type Leave,
  nothingToLeave,
  type Responder,
  type ResponseHead,
} from './incoming.ts'
import { createPacedStream, type PacedStream } from './paced-stream.ts'

/**
 * Returns the response that `exchange` gives to a request. If the exchange aborts, rejects as
 * Node's own `fetch` does. A server that calls the app's `fetch`, such as @hono/node-server, then
 * responds with 500. If the body of a response breaks off, it ends the connection.
 */
export function answerRequest(
  request: Request,
  env: Environment | undefined,
  exchange: (incoming: Incoming, responder: Responder) => Leave,
): Awaitable<Response> {
  let outcome: (() => Awaitable<Response>) | undefined
  let settle: ((response: Awaitable<Response>) => void) | undefined
  let leave = nothingToLeave
  const decide = (decided: () => Awaitable<Response>): void => {
    outcome = decided
    settle?.(decided())
  }
  const respond = (response: Response): void => decide(() => response)
  leave = exchange(toIncoming(request, env), {
    answer: (response) => respond(responseTo(request, response)),
    begin(head) {
      // If the client has disconnected, `later` resolves the response.
      if (request.signal.aborted) return unsent
      const body = hasNoBody(request, head)
        ? unsent
        : createPacedStream(request.signal, () => leave())
      respond(toResponse({ ...head, body: body.stream }))
      return body
    },
    abort: (fault) => decide(() => Promise.reject(fetchFailed(fault))),
    respond,
  })
  // `exchange` may have set it, which the compiler does not see.
  return (outcome as (() => Awaitable<Response>) | undefined)?.() ?? later()

  function later(): Promise<Response> {
    const { signal } = request
    return new Promise((resolve) => {
      const abort = (): void => {
        settle = undefined
        leave()
        resolve(nobodyThere())
      }
      settle = (response) => {
        signal.removeEventListener('abort', abort)
        resolve(response)
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  }
}

/** The body of a response that has none, or whose client has disconnected. */
const unsent = Object.freeze({ stream: null, write() {}, end() {}, abort() {} })

function hasNoBody({ method }: Request, { status }: ResponseHead): boolean {
  return method === 'HEAD' || withoutBody.has(status)
}

function toIncoming(request: Request, env: Environment | undefined): Incoming {
  const { incoming } = env ?? {}
  return {
    method: request.method,
    // A getter, because creating a signal is slow and only streams need it.
    get signal() {
      return request.signal
    },
    get origin() {
      return new URL(request.url).origin
    },
    target: incoming?.url ?? request.url,
    headers: incoming?.rawHeaders ?? rawHeadersOf(request),
    body(limit, read, memory) {
      const body = captureBody(request, limit, memory)
      if (isPromiseLike(body)) body.then(read)
      else read(body)
    },
  }
}

/** A plain loop, because on some runtimes most of a request's time is spent here. */
function rawHeadersOf({ headers }: Request): RawHeaders {
  const raw: string[] = []
  for (const [name, value] of headers) raw.push(name, value)
  return raw
}

interface ResponseParts extends ResponseHead {
  readonly body: PlainResponse['body'] | PacedStream['stream']
}

/** Returns the response to this request, without a body for HEAD. */
export function responseTo({ method }: Request, answer: PlainResponse): Response {
  return toResponse(method === 'HEAD' ? { ...answer, body: null } : answer)
}

/** Converts a response to a `Response`. Repeated headers stay separate. */
export function toResponse({ status, headers, body }: ResponseParts): Response {
  return new Response(body, { status, headers: toHeadersInit(headers) })
}

/** Converted headers, cached because responses of one endpoint share their headers. */
const made = new WeakMap<PlainResponse['headers'], HeadersInit>()

function toHeadersInit(pairs: PlainResponse['headers']): HeadersInit {
  const init = made.get(pairs) ?? headersInitOf(pairs)
  made.set(pairs, init)
  return init
}

/** Returns a plain object if no header repeats, because runtimes and adapters read it fastest. */
function headersInitOf(pairs: PlainResponse['headers']): HeadersInit {
  const record: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (name in record) return pairs.map(([name, value]): [string, string] => [name, value])
    record[name] = value
  }
  return record
}

/** Returns a placeholder for a client that has disconnected. It is never sent. */
function nobodyThere(): Response {
  return new Response(null, { status: 499 })
}
