// A request as the ring keeps it, and as the control API shows it.
import type { Outcome, RecordedRequest } from '../model/request.ts'
import { pathOf, queryOf } from '../model/url.ts'
import { type CapturedBody, decodeBody, noBody, sizeOf, splitHeaders } from './capture.ts'
import type { Arrival, End } from './recorder.ts'

export interface KeptRequest {
  readonly id: number
  readonly endpoint: string | null
  readonly method: string
  readonly url: string
  /** All headers as one text. */
  readonly headers: string
  readonly body: CapturedBody
  /** About how many bytes of memory it takes. */
  readonly size: number
  /** Milliseconds since 1970, and on the clock. */
  readonly receivedAt: number
  readonly startedAt: number
  outcome: Outcome
  statusCode: number | null
  durationMs: number | null
  nearMisses?: readonly string[]
  /** The change of the journal that its arrival was, and the last one that concerns it. */
  arrived: number
  changed: number
  /** Its neighbours in the order of the last changes. */
  changedBefore: KeptRequest | undefined
  changedAfter: KeptRequest | undefined
}

interface Moment {
  readonly receivedAt: number
  readonly startedAt: number
}

export function keptRequest(
  id: number,
  { endpoint, method, url, body = noBody }: Arrival,
  headers: string,
  { receivedAt, startedAt }: Moment,
): KeptRequest {
  return {
    id,
    endpoint,
    method,
    url,
    headers,
    body,
    size: sizeOf(url, headers, body),
    receivedAt,
    startedAt,
    outcome: 'pending',
    statusCode: null,
    durationMs: null,
    arrived: 0,
    changed: 0,
    changedBefore: undefined,
    changedAfter: undefined,
  }
}

/** Ends a request at a moment of the clock. */
export function settle(request: KeptRequest, end: End, now: number): void {
  request.outcome = end.outcome
  request.statusCode = end.statusCode ?? null
  if (end.nearMisses) request.nearMisses = end.nearMisses
  request.durationMs = Math.round(1000 * (now - request.startedAt)) / 1000
}

export function toRecord(request: KeptRequest): RecordedRequest {
  const { id, endpoint, method, url, headers, body, nearMisses } = request
  const { statusCode, outcome, durationMs } = request
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
    receivedAt: new globalThis.Date(request.receivedAt).toISOString(),
    statusCode,
    outcome,
    durationMs,
    ...(nearMisses && { nearMisses }),
  }
}
