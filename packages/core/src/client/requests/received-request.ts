// A request as a test sees it, made from its record in the journal.
import type { Forwarded, Outcome, RecordedRequest } from '../../model/http/request.ts'
import { bodyToBytes } from '../../model/json/base64.ts'
import type { NetworkFault, RuleMismatch } from '../../model/rule/rule.ts'
import { visible } from './visible.ts'

/** A request that the service received. */
export interface ReceivedRequest {
  /** Increases with each request. */
  readonly id: number
  /** The endpoint that answers it, or `null` if it is unmatched. */
  readonly endpoint: string | null
  /** The id of the rule that answers it, or `null` if none does. */
  readonly rule: string | null
  readonly method: string
  /** As received, not decoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** In the order in which they were sent, and in their case if the runtime provides it. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  /** The body, or its beginning if `bodyTruncated` is true. */
  readonly body: Uint8Array
  /** The body as text. Bytes that are not valid UTF-8 are replaced by U+FFFD. */
  readonly text: string
  /** The parsed body. Reading it throws an `Error` if the body is truncated or not valid JSON. */
  readonly json: unknown
  /** The length of the whole body in bytes. */
  readonly bodyBytes: number
  readonly bodyTruncated: boolean
  readonly receivedAt: globalThis.Date
  /** `null` while it is pending, and if it was aborted. */
  readonly statusCode: number | null
  /** Its outcome at the time when this was read. */
  readonly outcome: Outcome
  /** From its arrival to its end, in milliseconds. `null` while it is pending. */
  readonly durationMs: number | null
  /** True while a rule holds it. Otherwise absent. */
  readonly held?: true
  /** The network fault, if a rule answered with one. The status is then as sent, or `null`. */
  readonly fault?: NetworkFault
  /** Present if it was forwarded to another service. */
  readonly forwarded?: Forwarded
  /** The closest rule and what differs, if it is unmatched and the endpoint has rules. */
  readonly closest?: RuleMismatch
  /** Up to three names close to the requested one, if it is unmatched. */
  readonly nearMisses: readonly string[]
  /**
   * True if it is unmatched, but would have been answered before the mock's last reset with
   * `endpoints: true`. It may be a late request of an earlier test. Otherwise absent.
   */
  readonly isLate?: true
  /** Returns plain JSON of what a test controls in the request: no ids, times, ports and bytes. */
  toJSON(): RequestSnapshot
}

/** The parts of a request that stay the same from run to run. */
export interface RequestSnapshot {
  readonly method: string
  readonly path: string
  /** The values of each parameter. */
  readonly query: Readonly<Record<string, readonly string[]>>
  /** Without headers that the client's runtime adds, such as `host` and `user-agent`. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body if it is JSON, otherwise the text. A multipart body has `boundary`. */
  readonly body: unknown
  readonly statusCode: number | null
  readonly outcome: Outcome
  /** The network fault, if it was answered with one. */
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
  // On the prototype, so that comparing or printing a request does not parse its body.
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

/** Names of headers that differ from run to run, or between clients. */
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
  // The boundary of a multipart body is random.
  const [, boundary = ''] = /;\s*boundary="?([^";]+)/i.exec(headers.get('content-type') ?? '') ?? []
  const steady = (value: string): string =>
    boundary === '' ? value : value.replaceAll(boundary, 'boundary')
  const told = [...headers].filter(([name]) => !incidental.has(name))
  return {
    method,
    path,
    query: Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
    headers: Object.fromEntries(told.map(([name, value]) => [name, steady(value)])),
    body: jsonOf(request) ?? steady(text),
    statusCode,
    outcome,
    ...(fault && { fault }),
  }
}

/** Returns the parsed body, or `undefined` if `json` cannot be read. */
function jsonOf(request: ReceivedRequest): unknown {
  try {
    return request.json
  } catch (error) {
    if (error instanceof NoJson) return undefined
    throw error
  }
}

/** Thrown when the `json` of a request cannot be read. */
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

/** Omits headers that `Headers` does not accept, although the HTTP parser does. */
function toHeaders(pairs: RecordedRequest['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs) {
    try {
      headers.append(name, value)
    } catch {
      // The header is still in `rawHeaders`.
    }
  }
  return headers
}
