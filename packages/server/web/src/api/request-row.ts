// The part of each request that the page keeps.
import type { NetworkFault, Outcome, RecordedRequest } from '@mock-endpoint/core/client'
import { headerOf } from '../words/header-of.ts'
import { askedIn } from './asked-in.ts'

/** A request as the list shows it, with the text that is searched. Long parts are cut off. */
export interface RequestRow {
  readonly id: number
  /** The requested endpoint, whether it answered or not. `null` if the path names none. */
  readonly endpoint: string | null
  readonly rule: string | null
  readonly method: string
  readonly path: string
  /** With its question mark. Empty if there is no query. */
  readonly query: string
  /** Milliseconds since 1970, by the clock of the service. */
  readonly receivedAt: number
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** In milliseconds. `null` while it is pending. */
  readonly durationMs: number | null
  /** Whether it is held until a test releases it. */
  readonly isHeld: boolean
  /** The network fault that a rule used instead of a proper response. */
  readonly fault: NetworkFault | undefined
  readonly bodyBytes: number
  /** Without its parameters. Empty if the request has none. */
  readonly contentType: string
  /** The mark that this page gave it when it sent it. */
  readonly mark: string | undefined
  /** Its headers, one per line, then its body, all in lower case. */
  readonly text: string
  /** The offset in `text` where the headers end. */
  readonly headersEnd: number
}

/** Whether a row is newer. A restarted service gives low ids again, but later times. */
export function cameAfter(row: RequestRow, last: RequestRow | undefined): boolean {
  return last === undefined || row.id > last.id || row.receivedAt > last.receivedAt
}

/** The name of the header with the mark. */
export const markName = 'mock-endpoint-page'

/** In characters. A thousand rows take at most 12 MB, and usually a hundredth of that. */
const longestAddress = 1000
const longestHeaders = 4000
const longestBody = 4096
const longestType = 100

export function toRow(request: RecordedRequest): RequestRow {
  const { id, endpoint, rule, method, path, query, receivedAt, statusCode, outcome } = request
  const { durationMs, bodyBytes, bodyEncoding, headers } = request
  const type = headerOf(headers, 'content-type') ?? ''
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
    mark: headerOf(headers, markName)?.slice(0, longestType),
    // Joining makes a new string. A slice of a long string would keep all of it in memory.
    text: [searched, body].join('\n'),
    headersEnd: searched.length,
  }
}

function shorten(text: string): string {
  return text.length > longestAddress ? `${text.slice(0, longestAddress)}…` : text
}
