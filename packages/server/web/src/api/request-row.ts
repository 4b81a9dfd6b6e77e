// What the page keeps of each request.
import type { NetworkFault, Outcome, RecordedRequest } from '@mock-endpoint/core/client'
import { askedIn } from './asked-in.ts'

/** A request as the list needs it, and what is searched of it: never all of what is long. */
export interface RequestRow {
  readonly id: number
  /** The endpoint that was asked for, whether it answered or not; `null` when the path names none. */
  readonly endpoint: string | null
  readonly rule: string | null
  readonly method: string
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
  /** Milliseconds since 1970, by the clock of the service. */
  readonly receivedAt: number
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** In milliseconds; `null` while it is pending. */
  readonly durationMs: number | null
  /** Whether it waits to be released. */
  readonly isHeld: boolean
  /** What a rule broke its response with. */
  readonly fault: NetworkFault | undefined
  readonly bodyBytes: number
  /** Without its parameters; empty when the request has none. */
  readonly contentType: string
  /** What this page marked it with when it sent it. */
  readonly mark: string | undefined
  /** Its headers, a line each, then its body; in lower case. */
  readonly text: string
  /** Where in `text` the headers end. */
  readonly headersEnd: number
}

/** A service that was started again gives low ids anew, but later times. */
export function cameAfter(row: RequestRow, last: RequestRow | undefined): boolean {
  return last === undefined || row.id > last.id || row.receivedAt > last.receivedAt
}

/** The name of the header that has the mark. */
export const markName = 'mock-endpoint-page'

/** In characters: a thousand rows take 12 MB at most, and a hundredth of that as a rule. */
const longestAddress = 1000
const longestHeaders = 4000
const longestBody = 4096
const longestType = 100

export function toRow(request: RecordedRequest): RequestRow {
  const { id, endpoint, rule, method, path, query, receivedAt, statusCode, outcome } = request
  const { durationMs, bodyBytes, bodyEncoding, headers } = request
  const headerOf = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
  const type = headerOf('content-type') ?? ''
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  const searched = lines.slice(0, longestHeaders).toLowerCase()
  const body = bodyEncoding === undefined ? request.body.slice(0, longestBody).toLowerCase() : ''
  return {
    id,
    endpoint: endpoint ?? askedIn(path)?.name ?? null,
    rule,
    method,
    path: shorten(path),
    query: query === '' ? '' : shorten(`?${query}`),
    receivedAt: Date.parse(receivedAt),
    statusCode,
    outcome,
    durationMs,
    isHeld: request.held === true,
    fault: request.fault,
    bodyBytes,
    contentType: type.slice(0, longestType).split(';', 1)[0]?.trim() ?? '',
    mark: headerOf(markName)?.slice(0, longestType),
    // Joined, it is a text of its own: a part of a long one would keep all of that in memory.
    text: [searched, body].join('\n'),
    headersEnd: searched.length,
  }
}

function shorten(text: string): string {
  return text.length > longestAddress ? `${text.slice(0, longestAddress)}…` : text
}
