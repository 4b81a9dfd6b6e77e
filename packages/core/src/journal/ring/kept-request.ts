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
  /** The name of the service that received it, where several share a journal. */
  readonly daemon?: string
  readonly endpoint: string | null
  rule: string | null
  readonly held: boolean
  readonly method: string
  readonly url: string
  /** All headers as one text. */
  readonly headers: string
  body: KeptBody
  /** About how many bytes of memory it takes without its response. */
  readonly size: number
  /** Milliseconds since 1970, and on the clock. */
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
  /** Where the ring has it. */
  slot: number
  /** The change of the journal that its arrival was, and the last one that concerns it. */
  arrived: number
  changed: number
  /** Its neighbours in the order of the last changes. */
  changedBefore: KeptRequest | undefined
  changedAfter: KeptRequest | undefined
}

/** What is made of an arrival to keep it, and its moment. */
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

/** Ends a request at a moment of the clock. */
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

/** A request that has just arrived, as the control API would show it, with as much of its body as there is. */
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

/** A request without its response, as lists and events show it. */
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
