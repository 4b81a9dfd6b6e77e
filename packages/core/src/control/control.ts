// The control API as an interface: what can be done to a service, the same in process and remotely.
import type { FollowQuery, JournalEvent, PageQuery, RequestPage } from '../journal/view.ts'
import type { Endpoint } from '../model/endpoint.ts'
import type { RecordedRequest } from '../model/request.ts'

/** Which endpoints to list. */
export interface EndpointQuery {
  /** Only names that begin with this. Default: all. */
  readonly prefix?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
  /** How many a page holds at most, 1-1000. Default: 100. */
  readonly limit?: number | undefined
}

/** A page of endpoints, in the order of their names. */
export interface EndpointPage {
  readonly endpoints: readonly Endpoint[]
  /** The `after` of the next page; `null` on the last one. */
  readonly next: string | null
  /** Names of endpoints that belong here and cannot be read, at most 100. Only if there are any. */
  readonly unreadable?: readonly string[]
}

/** How a service is. */
export interface Health {
  /** `degraded`: it cannot store, is about to stop, or has unreadable endpoints; `reason` says why. */
  readonly status: 'ok' | 'degraded'
  readonly version: string
  /** How many endpoints there are; `null` when the store cannot tell. */
  readonly endpoints: number | null
  /** What keeps them: `memory`, `level`. */
  readonly store: string
  readonly reason?: string
  /**
   * Names of endpoints that were asked for or listed, and cannot be read, at most 100. Only when that
   * is the whole reason: everything else works, and the HTTP status is 200.
   */
  readonly unreadable?: readonly string[]
}

/** What each operation is given, and what it results in. */
export interface Operations {
  /** Adds an endpoint, or replaces the one of that name. Given: its JSON text. */
  addEndpoint: { input: string; output: Endpoint }
  listEndpoints: { input: EndpointQuery; output: EndpointPage }
  /** Removes all endpoints. Results in how many there were. */
  clearEndpoints: { input: undefined; output: number }
  /** The endpoint of that name, or the problem `endpoint-not-found`. */
  getEndpoint: { input: string; output: Endpoint }
  /** Removes the endpoint of that name. Results in the name, or the problem `endpoint-not-found`. */
  removeEndpoint: { input: string; output: string }
  listRequests: { input: PageQuery; output: RequestPage }
  clearRequests: { input: undefined; output: undefined }
  /** The request of that id, or the problem `request-not-found`. */
  getRequest: { input: string; output: RecordedRequest }
  /** Back to how a test began. Given: its options as JSON text, or an empty text. */
  reset: { input: string; output: undefined }
  getHealth: { input: undefined; output: Health }
  /** The OpenAPI document, as text. */
  getOpenApi: { input: undefined; output: string }
}

export type OperationName = keyof Operations

/**
 * The operations as methods. Each rejects with the `Problem` that the service answers. Data is text,
 * byte for byte.
 */
export type Control = {
  readonly [Name in OperationName]: (
    input: Operations[Name]['input'],
    signal?: AbortSignal,
  ) => Promise<Operations[Name]['output']>
} & {
  /**
   * Follows the journal, until the signal aborts or the connection ends. The first batch of a
   * remote service is empty: it tells that the stream is open.
   */
  followRequests(query: FollowQuery, signal: AbortSignal): AsyncIterable<readonly JournalEvent[]>
}
