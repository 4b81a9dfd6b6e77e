// The reading side of a journal: pages, streams and waits. A cursor is valid for one journal only.
import type { RecordedRequest } from '../model/http/request.ts'

/** Selects requests. Without members: all of them. */
export interface RequestFilter {
  /** Only requests to this endpoint. */
  readonly endpoint?: string | undefined
  /** Only requests that no endpoint answers (`true`), or only the others (`false`). */
  readonly unmatched?: boolean | undefined
}

/** Selects a page of requests, and the requests to wait for. */
export interface PageQuery extends RequestFilter {
  /** Only requests that arrived after this cursor. With an unknown cursor: from the start. */
  readonly after?: string | undefined
  /** Maximum number of requests in the page, fewer if they are large. Default: 100. */
  readonly limit?: number | undefined
  /** Maximum wait for `count` requests, in milliseconds of real time. Default: 0. */
  readonly wait?: number | undefined
  /** Number of requests to wait for. Default: 1. */
  readonly count?: number | undefined
}

/** A page of requests in order of arrival. */
export interface RequestPage {
  readonly requests: readonly RecordedRequest[]
  /** The `after` for the next page. Like every cursor, it has only visible ASCII characters. */
  readonly next: string
  /** Number of requests that the journal has dropped since it was last cleared. */
  readonly dropped: number
  /** `true` if there already are more requests after this page. Otherwise it may be absent. */
  readonly more?: boolean
}

/** Selects the changes to follow. */
export interface FollowQuery extends RequestFilter {
  /** Only changes after this cursor. With an unknown cursor: `cleared`, then all requests. */
  readonly after?: string | undefined
}

/** Something that happened to the journal. */
export type JournalEvent =
  /** A request arrived or ended. `request` is its current state. */
  | { readonly type: 'request'; readonly cursor: string; readonly request: RecordedRequest }
  /** All requests that were known before are gone. */
  | { readonly type: 'cleared'; readonly cursor: string }
  /** Requests were dropped before they were read. `dropped` counts all since the last clear. */
  | { readonly type: 'lagged'; readonly dropped: number }

/** Reads a journal. A read never delays recording or makes it fail. */
export interface JournalView {
  /**
   * Resolves to a page. With `wait`, it resolves as soon as there are `count` requests, or when the
   * time is up, the signal aborts or the journal closes.
   */
  page(query?: PageQuery, signal?: AbortSignal): Promise<RequestPage>
  /**
   * Yields the requests that are there, then each change, in batches and in order. A request that
   * changed twice before it was read is one event, with its current state. Ends when the signal
   * aborts or the journal closes. A reader that pauses costs nothing.
   */
  follow(query: FollowQuery, signal: AbortSignal): AsyncIterable<readonly JournalEvent[]>
  /** Resolves to a request with its response, or `undefined` if the journal does not have it. */
  get(id: string): Promise<RecordedRequest | undefined>
  /** Removes all requests. The end of a request that is still pending is not recorded. */
  clear(): Promise<void>
}
