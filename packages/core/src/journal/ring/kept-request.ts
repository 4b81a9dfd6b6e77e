// A request as the ring keeps it, and as the control API shows it.
import type { Forwarded, Outcome, RecordedRequest } from '../../model/http/request.ts'
import { pathOf, queryOf } from '../../model/http/url.ts'
import type { NetworkFault, RuleMismatch } from '../../model/rule/rule.ts'
import type { Arrival, End } from '../recorder.ts'
import { bytesOf, type KeptBody } from './body-blocks.ts'
import { createHeaderText, decodeBody, noBody, sizeOf, splitHeaders } from './capture.ts'
import type { KeptResponse } from './kept-response.ts'

export interface KeptRequest {
  readonly id: number
  /** The name of the service that received it, if several services share the journal. */
  readonly daemon?: string
  readonly endpoint: string | null
  rule: string | null
  readonly held: boolean
  readonly method: string
  readonly url: string
  /** All headers as one text. */
  readonly headers: string
  body: KeptBody
  /** The approximate memory that it takes without its response, in bytes. */
  readonly size: number
  /** In milliseconds: `receivedAt` since 1970, `startedAt` from `now()` of the clock. */
  readonly receivedAt: number
  readonly startedAt: number
  outcome: Outcome
  statusCode: number | null
  durationMs: number | null
  nearMisses?: readonly string[]
  closest?: RuleMismatch
  fault?: NetworkFault
  forwarded?: Forwarded
  response: KeptResponse | undefined
  /** Its slot in the ring. */
  slot: number
  /** The positions in the journal of its arrival and of its last change. */
  arrived: number
  changed: number
  /** Its neighbours in the order of last changes. */
  changedBefore: KeptRequest | undefined
  changedAfter: KeptRequest | undefined
}

/** The headers and the body in the form in which they are kept, and the time of arrival. */
type Memory = Pick<KeptRequest, 'headers' | 'body' | 'receivedAt' | 'startedAt'>

export function keptRequest(
  id: number,
  { endpoint, rule, held = false, method, url, body: captured = noBody }: Arrival,
  { headers, body, receivedAt, startedAt }: Memory,
): KeptRequest {
  return {
    id,
    endpoint,
    rule: rule ?? null,
    held,
    method,
    url,
    headers,
    body,
    size: sizeOf(url, headers, captured),
    receivedAt,
    startedAt,
    outcome: 'pending',
    statusCode: null,
    durationMs: null,
    response: undefined,
    slot: 0,
    arrived: 0,
    changed: 0,
    changedBefore: undefined,
    changedAfter: undefined,
  }
}

/** Ends a request at the time `now` of the clock. */
export function settle(request: KeptRequest, end: End, now: number): void {
  request.outcome = end.outcome
  if (end.rule !== undefined) request.rule = end.rule
  request.statusCode = end.statusCode ?? null
  if (end.nearMisses) request.nearMisses = end.nearMisses
  if (end.closest) request.closest = end.closest
  if (end.fault) request.fault = end.fault
  if (end.forwarded) request.forwarded = end.forwarded
  request.durationMs = Math.round(1000 * (now - request.startedAt)) / 1000
}

/** Returns an arrival as the control API would show it, with the captured part of its body. */
export function showArrival(id: number, arrival: Arrival, receivedAt: number): RecordedRequest {
  const { endpoint, rule = null, method, url, headers, body = noBody } = arrival
  const isTruncated = body.bytes.byteLength < body.length
  return {
    id,
    endpoint,
    rule,
    method,
    path: pathOf(url),
    query: queryOf(url),
    headers: splitHeaders(createHeaderText([])(headers)),
    ...decodeBody(body.bytes, isTruncated),
    bodyBytes: body.length,
    bodyTruncated: isTruncated,
    receivedAt: new globalThis.Date(receivedAt).toISOString(),
    statusCode: null,
    outcome: 'pending',
    durationMs: null,
  }
}

/** Returns a request without its response, as in lists and events. */
export function toRecord(request: KeptRequest): RecordedRequest {
  const { id, daemon, endpoint, rule, held, method, url, headers, body } = request
  const { nearMisses, closest, fault, forwarded } = request
  const { statusCode, outcome, durationMs } = request
  const isTruncated = body.kept < body.length
  return {
    id,
    endpoint,
    rule,
    method,
    path: pathOf(url),
    query: queryOf(url),
    headers: splitHeaders(headers),
    ...decodeBody(bytesOf(body), isTruncated),
    bodyBytes: body.length,
    bodyTruncated: isTruncated,
    receivedAt: new globalThis.Date(request.receivedAt).toISOString(),
    statusCode,
    outcome,
    durationMs,
    ...(daemon !== undefined && { daemon }),
    ...(held && outcome === 'pending' && { held }),
    ...(fault && { fault }),
    ...(forwarded && { forwarded }),
    ...(closest && { closest }),
    ...(nearMisses && { nearMisses }),
  }
}
