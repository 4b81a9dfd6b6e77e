// Keeps a forwarded response while it is sent, and records it as a rule when it is complete.

import type { ForwardResponse } from '../../forward/forwarder.ts'
import type { RawHeaders } from '../../model/http/request.ts'
import { type HeaderPairs, withoutBody } from '../../model/http/response.ts'
import { queryOf } from '../../model/http/url.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { RecordOptions } from '../../model/rule/rule.ts'
import { type Awaitable, isPromiseLike } from '../../model/time/awaitable.ts'
import type { Clock } from '../../model/time/clock.ts'
import type { ForwardedExchange, TimedPiece } from '../../recording/exchange.ts'
import { recordedRule } from '../../recording/recorded-rule.ts'
import type { ReadBody } from '../adapters/incoming.ts'
import type { Intake } from '../adapters/intake.ts'
import type { Exchange } from './exchange.ts'
import type { RuleName } from './forwards.ts'

/**
 * The recording of one response. It is stored before the client has the end of the response,
 * because each of these calls is awaited before its data is sent to the client.
 */
export interface Tape {
  begin(response: ForwardResponse): Promise<void>
  add(piece: Uint8Array): Promise<void>
  /** To be called when the response is complete. */
  end(): Promise<void>
  /** To be called when the response will not be complete. */
  fail(reason: string): void
  /** Gives its room back. May be called more than once. */
  leave(): void
}

export interface TapeOptions {
  readonly options: RecordOptions
  /** The base URL of the other service. */
  readonly service: URL
  /** Provides the room for bodies. */
  readonly intake: Intake
  /** The largest body in bytes, also after decompression. */
  readonly maxBody: number
  readonly clock: Clock
}

export function createTape(
  exchange: Exchange,
  body: ReadBody,
  rule: RuleName,
  options: TapeOptions,
): Tape {
  const { rules } = exchange.workspace.registry
  const by = rules.recorder(rule)
  const kept = createKept(options)
  let response: ForwardResponse | undefined
  /** The declared length of the body, if any. */
  let expected: number | undefined
  let isOver = false

  async function record({ status, headers, decode }: ForwardResponse): Promise<string> {
    const asked = { ...requestOf(exchange, body), time: options.clock.time() }
    const response = { status, headers, pieces: kept.pieces(), decode }
    const { service } = options
    const exchanged = { ...asked, endpoint: rule.endpoint, service, response }
    const recorded = await recordedRule(exchanged, options.options, options.maxBody)
    await rules.record(recorded, by)
    return recorded.id
  }

  async function toOutcome(given: ForwardResponse): Promise<Outcome> {
    const notRecorded = kept.fault()
    if (notRecorded !== undefined) return { notRecorded }
    try {
      return { recorded: await record(given) }
    } catch (error) {
      // Errors that are not about the recording, such as those of a store, are reported.
      const { message } = error instanceof Problem ? error : exchange.explain(error)
      return { notRecorded: message }
    }
  }

  /** Runs once, and synchronously if possible, because a disconnect is recorded right after it. */
  async function endWith(outcome: (given: ForwardResponse) => Awaitable<Outcome>): Promise<void> {
    if (!response || isOver) return
    isOver = true
    const found = outcome(response)
    const told = isPromiseLike(found) ? await found : found
    if (exchange.forwarded) exchange.forwarded = { ...exchange.forwarded, ...told }
    kept.leave()
  }

  return {
    async begin(given) {
      response = given
      kept.begin()
      expected = lengthOf(given, exchange.incoming.method)
      if (expected === 0) await endWith(toOutcome)
    },
    async add(bytes) {
      kept.add(bytes)
      if (kept.length() === expected) await endWith(toOutcome)
    },
    end: () => endWith(toOutcome),
    fail: (notRecorded) => void endWith(() => ({ notRecorded })),
    leave: kept.leave,
  }
}

type Outcome = { readonly recorded: string } | { readonly notRecorded: string }

/** The pieces of a body, while there is room for them. */
interface Kept {
  begin(): void
  add(bytes: Uint8Array): void
  /** Returns the length of all pieces, in bytes. */
  length(): number
  pieces(): readonly TimedPiece[]
  /** Returns why the pieces are not kept, or `undefined`. */
  fault(): string | undefined
  /** Gives their room back. May be called more than once. */
  leave(): void
}

function createKept({ intake, maxBody, clock }: TapeOptions): Kept {
  let pieces: TimedPiece[] = []
  let [began, length, room] = [0, 0, 0]
  let fault: string | undefined

  function leave(): void {
    intake.leave(room)
    room = 0
    pieces = []
  }

  return {
    begin() {
      began = clock.now()
    },
    add(bytes) {
      length += bytes.byteLength
      if (fault !== undefined) return
      const own = length > maxBody ? 0 : intake.keep(bytes.byteLength)
      room += own
      if (own === bytes.byteLength) pieces.push({ bytes, at: clock.now() - began })
      else {
        fault =
          length > maxBody
            ? `Its response has more than ${maxBody} bytes.`
            : 'There was no room for its response.'
        leave()
      }
    },
    length: () => length,
    pieces: () => pieces,
    fault: () => fault,
    leave,
  }
}

function lengthOf({ status, headers }: ForwardResponse, method: string): number | undefined {
  if (method === 'HEAD' || withoutBody.has(status)) return 0
  const length = headers.find(([name]) => name === 'content-length')?.[1]
  return length === undefined ? undefined : Number(length)
}

function requestOf(
  { incoming, below }: Exchange,
  { bytes }: ReadBody,
): Omit<ForwardedExchange, 'endpoint' | 'service' | 'response' | 'time'> {
  const { method, target, headers } = incoming
  return { method, path: below, query: queryOf(target), headers: pairsOf(headers), body: bytes }
}

function pairsOf(headers: RawHeaders): HeaderPairs {
  const pairs: (readonly [string, string])[] = []
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i] ?? '', headers[i + 1] ?? ''])
  return pairs
}
