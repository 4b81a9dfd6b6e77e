// A request in the journal: as it is kept, and as it is shown.
import type { Outcome, RecordedRequest } from '../model/request.ts'
import { pathOf, queryOf } from '../model/url.ts'
import { type CapturedBody, decodeBody, splitHeaders } from './capture.ts'

/** What is known of a request when it arrives. */
export interface Arrival {
  /** The endpoint that answers it; `null` when there is none. */
  readonly endpoint: string | null
  readonly method: string
  readonly url: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body?: CapturedBody | undefined
}

/** A request as the journal has it. */
export interface Entry extends Omit<Arrival, 'headers'> {
  readonly id: number
  /** As one text. */
  readonly headers: string
  readonly body: CapturedBody
  readonly size: number
  /** Milliseconds since 1970, and on the clock. */
  readonly receivedAt: number
  readonly startedAt: number
  /** The change of the journal that its arrival was, and the last one that concerns it. */
  readonly arrived: number
  changed: number
  outcome: Outcome
  statusCode: number | null
  durationMs: number | null
  nearMisses: readonly string[] | undefined
}

export function toRecord(entry: Entry): RecordedRequest {
  const { id, endpoint, method, url, headers, body, nearMisses } = entry
  const { statusCode, outcome, durationMs } = entry
  const isTruncated = body.bytes.byteLength < body.length
  return {
    id,
    endpoint,
    method,
    path: pathOf(url),
    query: queryOf(url),
    headers: splitHeaders(headers),
    ...decodeBody(body.bytes, isTruncated),
    bodyBytes: body.length,
    bodyTruncated: isTruncated,
    receivedAt: new globalThis.Date(entry.receivedAt).toISOString(),
    statusCode,
    outcome,
    durationMs,
    ...(nearMisses && { nearMisses }),
  }
}
