// The JSON that journals write to a log that they share: one frame for all changes within a few
// milliseconds. Data that many entries have in common, such as headers, is in a frame once.
import type { Forwarded, Outcome, RecordedResponse } from '../../model/http/request.ts'
import { bodyToBytes } from '../../model/json/base64.ts'
import type { NetworkFault, RuleMismatch } from '../../model/rule/rule.ts'
import { type BodyBlocks, bytesOf } from '../ring/body-blocks.ts'
import { decodeBody, noBody } from '../ring/capture.ts'
import { type KeptRequest, keptRequest } from '../ring/kept-request.ts'
import { type KeptResponse, keptResponse, type ResponseKeeper } from '../ring/kept-response.ts'

/** The arrival of a request, its end, or both if they happened together. */
export interface Entry {
  readonly request: KeptRequest
  readonly hasArrived: boolean
  hasEnded: boolean
}

/** A request as it arrived. */
interface Arrived {
  readonly endpoint: string | null
  readonly rule: string | null
  readonly held: boolean
  readonly method: string
  readonly url: string
  /** The index of its headers in `texts`. */
  readonly headers: number
  readonly receivedAt: number
  /** The kept part of its body, if it had one. */
  readonly body?: WrittenBody | undefined
}

type WrittenBody = ReturnType<typeof decodeBody> & { readonly length: number }

/** How a request ended. */
interface Ended {
  readonly rule: string | null
  readonly outcome: Outcome
  readonly statusCode: number | null
  readonly durationMs: number | null
  /** The index of its response in `responses`, if one was kept. */
  readonly response?: number | undefined
  readonly nearMisses?: readonly string[] | undefined
  readonly closest?: RuleMismatch | undefined
  readonly fault?: NetworkFault | undefined
  readonly forwarded?: Forwarded | undefined
}

export interface WrittenEntry {
  readonly id: number
  readonly arrived?: Arrived | undefined
  readonly ended?: Ended | undefined
}

export interface WrittenFrame {
  /** The name of the service that wrote it. */
  readonly by: string
  /** The number of requests before the first entry that were dropped. */
  readonly dropped: number
  readonly texts: readonly string[]
  readonly responses: readonly RecordedResponse[]
  readonly entries: readonly WrittenEntry[]
}

export function writeFrame(
  by: string,
  dropped: number,
  entries: readonly Entry[],
  responses: ResponseKeeper,
): string {
  const texts = createIndex<string>(
    (text) => text,
    () => true,
  )
  const kept = createIndex<KeptResponse>(({ body }) => body, areSameResponses)
  const written = entries.map(({ request, hasArrived, hasEnded }): WrittenEntry => {
    const { response } = request
    return {
      id: request.id,
      arrived: hasArrived ? toArrived(request, texts.of(request.headers)) : undefined,
      ended: hasEnded ? toEnded(request, response && kept.of(response)) : undefined,
    }
  })
  const shown = kept.all().map(responses.show)
  const frame: WrittenFrame = {
    by,
    dropped,
    texts: texts.all(),
    responses: shown,
    entries: written,
  }
  return JSON.stringify(frame)
}

interface Index<T> {
  /** Returns the index of a value. Equal values have the same index. */
  of(value: T): number
  all(): T[]
}

/** `keyOf` returns the same key for values that may be the same. */
function createIndex<T>(
  keyOf: (value: T) => unknown,
  areSame: (one: T, other: T) => boolean,
): Index<T> {
  const values: T[] = []
  const byKey = new Map<unknown, number[]>()
  return {
    of(value) {
      const key = keyOf(value)
      const numbers = byKey.get(key) ?? []
      const known = numbers.find((number) => areSame(values[number] as T, value))
      if (known !== undefined) return known
      byKey.set(key, [...numbers, values.length])
      return values.push(value) - 1
    },
    all: () => values,
  }
}

/** Whether responses with the same body are the same, although kept at different times. */
function areSameResponses(one: KeptResponse, other: KeptResponse): boolean {
  return one.headers === other.headers && one.bodyBytes === other.bodyBytes
}

function toArrived(request: KeptRequest, headers: number): Arrived {
  const { endpoint, rule, held, method, url, receivedAt, body } = request
  const { kept, length } = body
  const written = length === 0 ? undefined : { ...decodeBody(bytesOf(body), kept < length), length }
  return { endpoint, rule, held, method, url, headers, receivedAt, body: written }
}

function toEnded(request: KeptRequest, response: number | undefined): Ended {
  const { rule, outcome, statusCode, durationMs } = request
  const { nearMisses, closest, fault, forwarded } = request
  const more = { response, nearMisses, closest, fault, forwarded }
  return { rule, outcome, statusCode, durationMs, ...more }
}

/** Reads the arrival of a request from a frame. */
export function readArrival(
  { by: daemon, texts }: WrittenFrame,
  { id, arrived }: WrittenEntry & { readonly arrived: Arrived },
  blocks: BodyBlocks,
): KeptRequest {
  const { headers: number, body, rule, receivedAt, ...rest } = arrived
  const headers = texts[number] ?? ''
  const captured = body && { bytes: bodyToBytes(body), length: body.length }
  const arrival = { ...rest, rule: rule ?? undefined, headers: [], body: captured }
  const memory = { headers, body: blocks.keep(captured ?? noBody), receivedAt, startedAt: 0 }
  return { ...keptRequest(id, arrival, memory), daemon }
}

/** Ends a request with the end from a frame. Returns its response, if one was kept. */
export function readEnd(
  request: KeptRequest,
  ended: Ended,
  responses: readonly KeptResponse[],
): KeptResponse | undefined {
  const { response, ...end } = ended
  Object.assign(request, end)
  return response === undefined ? undefined : responses[response]
}

/** Reads the responses of a frame, which its requests share. */
export function readResponses({ responses }: WrittenFrame): KeptResponse[] {
  return responses.map(({ headers, bodyBytes, ...body }) =>
    keptResponse(headers, body.bodyEncoding ? bodyToBytes(body) : body.body, bodyBytes),
  )
}
