// The reading side of a journal: pages, streams and waits. Cursors mean something only to it.
import type { RecordedRequest } from '../model/http/request.ts'

/** Which requests. Without members: all of them. */
export interface RequestFilter {
  /** Only requests to this endpoint. */
  readonly endpoint?: string | undefined
  /** Only requests that no endpoint answers (`true`), or only the others (`false`). */
  readonly unmatched?: boolean | undefined
}

/** Which page of the requests, and what to wait for. */
export interface PageQuery extends RequestFilter {
  /** Only requests that arrived after this cursor. One the journal does not know: from the start. */
  readonly after?: string | undefined
  /** How many requests the page holds at most. It ends sooner when they are large. Default: 100. */
  readonly limit?: number | undefined
  /** How long to wait for `count` requests, in milliseconds of real time. Default: 0. */
  readonly wait?: number | undefined
  /** How many requests to wait for. Default: 1. */
  readonly count?: number | undefined
}

/** A page of requests in order of arrival. */
export interface RequestPage {
  readonly requests: readonly RecordedRequest[]
  /** The `after` of the next page. Like every cursor, visible ASCII characters. */
  readonly next: string
  /** How many requests fell out of the journal since it was last cleared. */
  readonly dropped: number
  /** `true` when there are more behind this page already; otherwise it may be left out. */
  readonly more?: boolean
}

/** Which changes to follow. */
export interface FollowQuery extends RequestFilter {
  /** Only changes after this cursor. One the journal does not know: `cleared`, then all there is. */
  readonly after?: string | undefined
}

/** Something that happened to the journal. */
export type JournalEvent =
  /** A request arrived or ended; this is how it now stands. */
  | { readonly type: 'request'; readonly cursor: string; readonly request: RecordedRequest }
  /** Whatever was known before is gone. */
  | { readonly type: 'cleared'; readonly cursor: string }
  /** Requests fell out before they were read; `dropped` is how many since the last clear. */
  | { readonly type: 'lagged'; readonly dropped: number }

/** Reads a journal. Nothing it does delays or fails the recording. */
export interface JournalView {
  /**
   * Resolves to a page. With `wait`, it resolves as soon as `count` requests are there, or when the
   * time is up, the signal aborts or the journal closes.
   */
  page(query?: PageQuery, signal?: AbortSignal): Promise<RequestPage>
  /**
   * Tells what is there, then what changes, in batches and in order. A request that changed twice
   * before it was read is told once, as it now stands. Ends when the signal aborts or the journal
   * closes. A reader that pauses costs nothing.
   */
  follow(query: FollowQuery, signal: AbortSignal): AsyncIterable<readonly JournalEvent[]>
  /** The request of that id, with what was answered, or `undefined` when the journal does not have it. */
  get(id: string): Promise<RecordedRequest | undefined>
  /** Forgets all requests. Those still pending end without a trace. */
  clear(): Promise<void>
}
