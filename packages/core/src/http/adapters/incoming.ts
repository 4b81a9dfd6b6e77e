// The objects that an adapter passes to a plane: a plain request, and a responder for its response.
// An adapter makes them from the objects of its runtime.
import type { Connection } from '../../engine/places.ts'
import type { Workspace } from '../../engine/workspace.ts'
import type { CapturedBody } from '../../journal/ring/capture.ts'
import type { RawHeaders } from '../../model/http/request.ts'
import type { HeaderPairs, PlainResponse } from '../../model/http/response.ts'
import type { NetworkFault } from '../../model/rule/rule.ts'
import type { Awaitable } from '../../model/time/awaitable.ts'

/** A body that was read to its end, or until it broke off. */
export interface ReadBody extends CapturedBody {
  /** Why it broke off. */
  readonly problem?: unknown
}

/** A request as it arrived, before it is parsed. */
export interface Incoming {
  readonly method: string
  /** The path and the query as they were sent; some runtimes only know the whole URL. */
  readonly target: string
  readonly headers: RawHeaders
  /** The requested origin, such as `http://localhost:16540`. Default: HTTP and the Host header. */
  readonly origin?: string
  /** Whether one endpoint is at the root of that origin. */
  readonly isAtRoot?: boolean
  /** The connection it came on, whose waits in progress are limited. Default: no such limit. */
  readonly connection?: Connection
  /** Aborts when the client disconnects, also during the response. Only in the `fetch` adapter. */
  readonly signal?: AbortSignal
  /** Whether it has a body, for HTTP/2, where headers need not show it. Default: by the headers. */
  readonly hasBody?: boolean
  /**
   * Reads the body to its end, keeps its first `limit` bytes, and calls back once, synchronously
   * when there is none. An unread body would hide a disconnect of its client.
   *
   * Pass `memory` to get the whole body. A large one is kept there if it fits. A body of more than
   * `limit` bytes is of no use then, so this calls back as soon as it is known to be longer.
   */
  body(limit: number, read: (body: ReadBody) => void, memory?: () => Uint8Array): void
}

/** Sends the response to a request. */
export interface Responder {
  /**
   * Sends the response. Called once. Does nothing if the client has disconnected. If `isLast`, the
   * connection ends after it, because the bytes that follow need not be a valid request.
   */
  answer(answer: PlainResponse, isLast?: boolean): void
  /** Sends the head of a response at once. Its body follows piece by piece. */
  begin(head: ResponseHead): PacedBody
  /** Breaks the exchange off without a response, after the responses before it were sent. */
  abort(fault: BreakingFault): void
  /** Sends a response whose body is a stream. Only the `fetch` adapter has this. */
  respond?(response: Response): void
}

/** A response without its body. */
export interface ResponseHead {
  readonly status: number
  readonly headers: HeaderPairs
}

/** A body that is sent piece by piece. After the client has disconnected, all calls do nothing. */
export interface PacedBody {
  /** Sends a piece. Only for a slow client, returns a promise that resolves when it caught up. */
  write(bytes: Uint8Array<ArrayBuffer>): Awaitable<void>
  /** Ends the body after the pieces written so far. */
  end(): void
  /** Ends the connection in the middle of the body, after the pieces written so far. */
  abort(): void
}

/** The faults that break a connection without the head of a response. */
export type BreakingFault = Extract<NetworkFault, 'reset' | 'close' | 'malformed'>

/** To be called when the client disconnects. May be called repeatedly, and after the response. */
export type Leave = () => void

/** Answers a request to a workspace. `path` is relative to the base path of the workspace. */
export type Plane = (
  workspace: Workspace,
  path: string,
  incoming: Incoming,
  responder: Responder,
) => Leave

/** For requests with nothing in progress. */
export function nothingToLeave(): void {}

/** Returns the value of a header, or `undefined`. `wanted` is its name in lower case. */
export function headerOf(headers: RawHeaders, wanted: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    // The length rules out most headers, without a copy in lower case.
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[i + 1]
  }
  return undefined
}

/** The headers that every exchange needs, found in one pass for speed. */
export interface SeenHeaders {
  readonly origin: string | undefined
  /** The declared length of the body, in bytes. */
  readonly length: number | undefined
  readonly isChunked: boolean
  /** Whether the request asks for a WebSocket (RFC 6455, 4.1). */
  readonly isWebSocket: boolean
}

export function seeHeaders(headers: RawHeaders): SeenHeaders {
  let origin: string | undefined
  let length: string | undefined
  let isChunked = false
  let isWebSocket = false
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    // The length rules out most headers, without a copy in lower case.
    switch (name.length) {
      case 'origin'.length:
        if (name.toLowerCase() === 'origin') origin ??= headers[i + 1]
        break
      case 'content-length'.length:
        if (name.toLowerCase() === 'content-length') length ??= headers[i + 1]
        break
      case 'transfer-encoding'.length:
        isChunked ||= name.toLowerCase() === 'transfer-encoding'
        break
      case 'upgrade'.length:
        if (name.toLowerCase() === 'upgrade')
          isWebSocket ||= headers[i + 1]?.toLowerCase() === 'websocket'
        break
    }
  }
  return { origin, length: toLength(length), isChunked, isWebSocket }
}

/** Whether a request over HTTP/1.1 has a body (RFC 9112, 6.3). */
export function hasBody(headers: RawHeaders): boolean {
  const length = headerOf(headers, 'content-length')
  if (length !== undefined) return Number(length) !== 0
  return headerOf(headers, 'transfer-encoding') !== undefined
}

/** Returns the declared length of a body, in bytes. */
export function declaredLength(headers: RawHeaders): number | undefined {
  return toLength(headerOf(headers, 'content-length'))
}

function toLength(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** The second argument that @hono/node-server passes to `fetch`: the request as it was sent. */
export interface Environment {
  readonly incoming?: { readonly url?: string; readonly rawHeaders?: readonly string[] }
}
