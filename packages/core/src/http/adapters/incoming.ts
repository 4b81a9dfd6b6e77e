// What an adapter hands to a plane: a plain request, and a responder for its response. An adapter turns
// what its runtime offers into these two.
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

/** A request before anything is made of it. */
export interface Incoming {
  readonly method: string
  /** The path and the query as they were sent; some runtimes only know the whole URL. */
  readonly target: string
  readonly headers: RawHeaders
  /** Whom the client asks, such as `http://localhost:16540`. Default: the host in its headers, by HTTP. */
  readonly origin?: string
  /** Whether the root of that origin is one endpoint. */
  readonly isAtRoot?: boolean
  /** The connection it came on, which may have only so much under way. Default: no such limit. */
  readonly connection?: Connection
  /** Aborts when the client leaves, also after the response began. Only the adapter of `fetch` has it. */
  readonly signal?: AbortSignal
  /** Whether a body comes, where the headers need not tell: in HTTP/2. Default: as they tell. */
  readonly hasBody?: boolean
  /**
   * Reads the body to its end, keeps its first `limit` bytes, and calls back once, at once when there
   * is none. A body that nobody reads would hide that its client leaves.
   *
   * Give `memory` to get the whole body: a large one is kept there if it fits. A body of more than
   * `limit` bytes is of no use then, so this calls back as soon as it is known to be longer.
   */
  body(limit: number, read: (body: ReadBody) => void, memory?: () => Uint8Array): void
}

/** Where the response goes. */
export interface Responder {
  /**
   * Sends the response, once; one to a client that has left goes nowhere. After one that `isLast`, the
   * connection ends: what follows on it may be anything.
   */
  answer(answer: PlainResponse, isLast?: boolean): void
  /** Sends the head of a response at once. Its body comes piece by piece, in its own time. */
  begin(head: ResponseHead): PacedBody
  /** Breaks the exchange off without a response, once the responses before it are out. */
  abort(fault: BreakingFault): void
  /** Sends a response whose body is a stream. Only the adapter of `fetch` has this. */
  respond?(response: Response): void
}

/** A response without its body. */
export interface ResponseHead {
  readonly status: number
  readonly headers: HeaderPairs
}

/** A body that is sent piece by piece. After the client has left, nothing happens any more. */
export interface PacedBody {
  /** Sends a piece. Resolves when the client keeps up, with a promise only if it does not. */
  write(bytes: Uint8Array<ArrayBuffer>): Awaitable<void>
  /** Ends the body after what was written. */
  end(): void
  /** Ends the connection in the middle of the body, after what was written. */
  abort(): void
}

/** The faults that need no head. */
export type BreakingFault = Extract<NetworkFault, 'reset' | 'close' | 'malformed'>

/** To be called when the client has left. May be called more than once, and after the response. */
export type Leave = () => void

/** Answers a request to a workspace; `path` is where it leads below the workspace's base path. */
export type Plane = (
  workspace: Workspace,
  path: string,
  incoming: Incoming,
  responder: Responder,
) => Leave

/** For requests with nothing under way. */
export function nothingToLeave(): void {}

/** The value of a header, or `undefined`. */
export function headerOf(headers: RawHeaders, wanted: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    // Most headers are told apart by their length, without a copy in lower case.
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[i + 1]
  }
  return undefined
}

/** The headers that every exchange asks for. Found in one pass, as every request is looked at. */
export interface SeenHeaders {
  readonly origin: string | undefined
  /** How long the body says that it is, in bytes. */
  readonly length: number | undefined
  readonly isChunked: boolean
  /** Whether it begins a WebSocket (RFC 6455, 4.1). */
  readonly isWebSocket: boolean
}

export function seeHeaders(headers: RawHeaders): SeenHeaders {
  let origin: string | undefined
  let length: string | undefined
  let isChunked = false
  let isWebSocket = false
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    // Most headers are told apart by their length, without a copy in lower case.
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

/** How long a body says that it is, in bytes. */
export function declaredLength(headers: RawHeaders): number | undefined {
  return toLength(headerOf(headers, 'content-length'))
}

function toLength(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}

/** What @hono/node-server hands to `fetch` beside the request: node:http knows it as it was sent. */
export interface Environment {
  readonly incoming?: { readonly url?: string; readonly rawHeaders?: readonly string[] }
}
