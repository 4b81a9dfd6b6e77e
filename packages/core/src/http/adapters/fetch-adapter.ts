// The adapter of all runtimes: a `Request` as a plain request, and the response as a `Response`.

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
 * Answers a request by what `exchange` does with it. When it breaks off, this rejects as Node's own
 * `fetch` does. A server that calls the app's `fetch`, such as @hono/node-server, makes a 500 of that;
 * when a body breaks off, it ends the connection.
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
      // A client that has left is answered by `later`.
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
  // It may have been set meanwhile, which the compiler does not see.
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

/** The body of a response that has none, or that nobody waits for. */
const unsent = Object.freeze({ stream: null, write() {}, end() {}, abort() {} })

function hasNoBody({ method }: Request, { status }: ResponseHead): boolean {
  return method === 'HEAD' || withoutBody.has(status)
}

function toIncoming(request: Request, env: Environment | undefined): Incoming {
  const { incoming } = env ?? {}
  return {
    method: request.method,
    // A getter: to make a signal costs, and only streams need it.
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

/** One after the other, as most of a request's time goes into this on some runtimes. */
function rawHeadersOf({ headers }: Request): RawHeaders {
  const raw: string[] = []
  for (const [name, value] of headers) raw.push(name, value)
  return raw
}

interface ResponseParts extends ResponseHead {
  readonly body: PlainResponse['body'] | PacedStream['stream']
}

/** The response to that request: without its body to HEAD. */
export function responseTo({ method }: Request, answer: PlainResponse): Response {
  return toResponse(method === 'HEAD' ? { ...answer, body: null } : answer)
}

/** The response as a `Response`. Headers that repeat are kept apart. */
export function toResponse({ status, headers, body }: ResponseParts): Response {
  return new Response(body, { status, headers: toHeadersInit(headers) })
}

/** Many responses share those of their reply. */
const made = new WeakMap<PlainResponse['headers'], HeadersInit>()

function toHeadersInit(pairs: PlainResponse['headers']): HeadersInit {
  const init = made.get(pairs) ?? headersInitOf(pairs)
  made.set(pairs, init)
  return init
}

/** A plain object where that will do: runtimes and adapters read it fastest. */
function headersInitOf(pairs: PlainResponse['headers']): HeadersInit {
  const record: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (name in record) return pairs.map(([name, value]): [string, string] => [name, value])
    record[name] = value
  }
  return record
}

/** For a client that has left: never sent. */
function nobodyThere(): Response {
  return new Response(null, { status: 499 })
}
