// Keeps a response while it is sent on, and records it when it is complete.
import { type HeaderPairs, withoutBody } from '../../model/http/response.ts'
import { queryOf } from '../../model/http/url.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { RecordOptions } from '../../model/rule/rule.ts'
import type { Clock } from '../../model/time/clock.ts'
import type { ForwardedExchange, TimedPiece } from '../../recording/exchange.ts'
import { recordedRule } from '../../recording/recorded-rule.ts'
import type { RawHeaders, ReadBody } from '../adapters/incoming.ts'
import type { Intake } from '../adapters/intake.ts'
import type { ForwardResponse } from '../forward/forwarder.ts'
import type { Exchange } from './exchange.ts'
import type { RuleName } from './forwards.ts'

/**
 * What was recorded is stored before the client has the end of the response. Each of these is awaited
 * before what it is given is sent on.
 */
export interface Tape {
  begin(response: ForwardResponse): Promise<void>
  add(piece: Uint8Array): Promise<void>
  /** The response is complete. */
  end(): Promise<void>
  /** It will not be. */
  fail(reason: string): void
  /** Gives its room back. May be called again. */
  leave(): void
}

export interface TapeOptions {
  readonly options: RecordOptions
  /** Where the room for bodies is taken. */
  readonly intake: Intake
  /** How many bytes a body may have, also without its compression. */
  readonly maxBody: number
  readonly clock: Clock
}

export function createTape(
  exchange: Exchange,
  body: ReadBody,
  rule: RuleName,
  { options, intake, maxBody, clock }: TapeOptions,
): Tape {
  const { rules } = exchange.workspace.registry
  const by = rules.recorder(rule)
  const pieces: TimedPiece[] = []
  let response: ForwardResponse | undefined
  let began = 0
  let length = 0
  /** How long the body is, where the response says so. */
  let expected: number | undefined
  let kept = 0
  let why: string | undefined
  let isOver = false

  function leave(): void {
    intake.leave(kept)
    kept = 0
    pieces.length = 0
  }

  function giveUp(reason: string): void {
    why = reason
    leave()
  }

  function keep(bytes: Uint8Array): void {
    if (why !== undefined) return
    const room = length > maxBody ? 0 : intake.keep(bytes.byteLength)
    kept += room
    if (room === bytes.byteLength) pieces.push({ bytes, at: clock.now() - began })
    else if (length > maxBody) giveUp(`Its response has more than ${maxBody} bytes.`)
    else giveUp('There was no room for its response.')
  }

  async function record({ status, headers, decode }: ForwardResponse): Promise<string> {
    const asked = requestOf(exchange, body)
    const response = { status, headers, pieces, decode }
    const { endpoint } = rule
    const recorded = await recordedRule({ ...asked, endpoint, response }, options, maxBody)
    await rules.record(recorded, by)
    return recorded.id
  }

  async function end(): Promise<void> {
    if (!response || isOver) return
    isOver = true
    try {
      tell(why === undefined ? { recorded: await record(response) } : { notRecorded: why })
    } catch (error) {
      // What is no problem of the recording itself is reported.
      const { message } = error instanceof Problem ? error : exchange.explain(error)
      tell({ notRecorded: message })
    }
    leave()
  }

  function tell(told: { recorded: string } | { notRecorded: string }): void {
    if (exchange.forwarded) exchange.forwarded = { ...exchange.forwarded, ...told }
  }

  return {
    async begin(given) {
      response = given
      began = clock.now()
      expected = lengthOf(given, exchange.incoming.method)
      if (expected === 0) await end()
    },
    async add(bytes) {
      length += bytes.byteLength
      keep(bytes)
      if (length === expected) await end()
    },
    end,
    fail(reason) {
      if (!response || isOver) return
      isOver = true
      tell({ notRecorded: reason })
      leave()
    },
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
): Omit<ForwardedExchange, 'endpoint' | 'response'> {
  const { method, target, headers } = incoming
  return { method, path: below, query: queryOf(target), headers: pairsOf(headers), body: bytes }
}

function pairsOf(headers: RawHeaders): HeaderPairs {
  const pairs: (readonly [string, string])[] = []
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i] ?? '', headers[i + 1] ?? ''])
  return pairs
}
