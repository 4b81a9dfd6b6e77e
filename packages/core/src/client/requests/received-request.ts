// A request as a test sees it, made of the journal's record.
import type { Forwarded, Outcome, RecordedRequest } from '../../model/http/request.ts'
import { bodyToBytes } from '../../model/json/base64.ts'
import type { NetworkFault, RuleMismatch } from '../../model/rule/rule.ts'
import { visible } from './visible.ts'

/** A request that somebody made. */
export interface ReceivedRequest {
  /** Grows with each request. */
  readonly id: number
  /** The endpoint that answers it; `null` when it is unmatched. */
  readonly endpoint: string | null
  /** The id of the rule that answers it; `null` when none does. */
  readonly rule: string | null
  readonly method: string
  /** As received, not decoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** In the order, and where the runtime tells it, in the case in which they were sent. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  /** The body, or its beginning when `bodyTruncated`. */
  readonly body: Uint8Array
  /** The body as text; what is no UTF-8 is replaced by U+FFFD. */
  readonly text: string
  /** The body, parsed. Reading it throws a sentence when it is no JSON. */
  readonly json: unknown
  /** The length of the whole body in bytes. */
  readonly bodyBytes: number
  readonly bodyTruncated: boolean
  readonly receivedAt: globalThis.Date
  /** `null` while it is pending, and when it was aborted. */
  readonly statusCode: number | null
  /** What became of it, as far as is known when this was read. */
  readonly outcome: Outcome
  /** From its arrival to its end, in milliseconds; `null` while it is pending. */
  readonly durationMs: number | null
  /** There while a rule holds it. */
  readonly held?: true
  /** There when a rule answered it with a fault; its status is then what was sent, or `null`. */
  readonly fault?: NetworkFault
  /** There when it was sent on to another service. */
  readonly forwarded?: Forwarded
  /** The closest rule and what differs, when it is unmatched and the endpoint has rules. */
  readonly closest?: RuleMismatch
  /** Up to three names close to the one asked for, when it is unmatched. */
  readonly nearMisses: readonly string[]
  /**
   * There when it is unmatched, but an endpoint or a rule would have answered it until the last reset
   * of a mock: it may be a late request of an earlier test.
   */
  readonly isLate?: true
  /** The request as plain JSON: what a test controls, without ids, times, ports and bytes. */
  toJSON(): RequestSnapshot
}

/** What stays the same from run to run. */
export interface RequestSnapshot {
  readonly method: string
  readonly path: string
  /** The values of each parameter. */
  readonly query: Readonly<Record<string, readonly string[]>>
  /** Without those that the client's runtime adds on its own, such as `host` and `user-agent`. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed when it is JSON, otherwise the text. */
  readonly body: unknown
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** There when it was answered with a fault. */
  readonly fault?: NetworkFault
}

export function toReceived(record: RecordedRequest): ReceivedRequest {
  const { body: given, bodyEncoding, headers: rawHeaders, query, ...rest } = record
  const { receivedAt, nearMisses = [] } = record
  const body = bodyToBytes({ body: given, bodyEncoding })
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = bodyEncoding === 'base64' ? decoder.decode(body) : given
  const fields: Omit<ReceivedRequest, 'json' | 'toJSON'> = {
    ...rest,
    query: new URLSearchParams(query),
    headers: toHeaders(rawHeaders),
    rawHeaders,
    body,
    text,
    receivedAt: new globalThis.Date(receivedAt),
    nearMisses,
  }
  // Behind the fields: who compares or prints a request does not mean to parse its body.
  const parsed = {
    get json(): unknown {
      return parseBody(record, text, body.byteLength)
    },
    toJSON(this: ReceivedRequest): RequestSnapshot {
      return snapshotOf(this)
    },
  }
  return Object.assign(Object.create(parsed) as typeof parsed, fields)
}

/** They differ from run to run, or from one client to the next. */
const incidental = new Set([
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
])

function snapshotOf(request: ReceivedRequest): RequestSnapshot {
  const { method, path, query, headers, text, statusCode, outcome, fault } = request
  const names = [...new Set(query.keys())]
  const told = [...headers].filter(([name]) => !incidental.has(name))
  return {
    method,
    path,
    query: Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
    headers: Object.fromEntries(told),
    body: jsonOf(request) ?? text,
    statusCode,
    outcome,
    ...(fault && { fault }),
  }
}

/** `undefined` for a body that is no JSON. */
function jsonOf(request: ReceivedRequest): unknown {
  try {
    return request.json
  } catch (error) {
    if (error instanceof NoJson) return undefined
    throw error
  }
}

/** Why the `json` of a request cannot be read. */
export class NoJson extends Error {}

function parseBody(record: RecordedRequest, text: string, kept: number): unknown {
  const { method, path, bodyBytes, bodyTruncated } = record
  const whose = `The body of ${method} ${visible(path)}`
  if (bodyTruncated) {
    throw new NoJson(
      `${whose} has ${bodyBytes} bytes, of which the journal kept the first ${kept}: raise \`journal: { bodyBytes }\`.`,
    )
  }
  if (text === '') throw new NoJson(`${whose} is empty, which is not JSON.`)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
    throw new NoJson(`${whose} is not JSON: \`${visible(shown)}\`.`, { cause })
  }
}

/** Without those that only a parser of HTTP lets through. */
function toHeaders(pairs: RecordedRequest['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs) {
    try {
      headers.append(name, value)
    } catch {
      // `rawHeaders` has it.
    }
  }
  return headers
}
