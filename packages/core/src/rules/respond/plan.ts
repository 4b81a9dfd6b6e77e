// Plans what is sent when a rule answers: its response, merged over the default response.
import {
  commonHeaders,
  type HeaderPairs,
  type PlainResponse,
  withoutBody,
} from '../../model/http/response.ts'
import type { FollowUp, NetworkFault, RecordOptions, RuleResponse } from '../../model/rule/rule.ts'
import { bodyOf, type Piece, piecesOf, unsentOf } from './content.ts'
import type { Normal } from './normal.ts'

export interface Plan extends PlainResponse {
  readonly delay: number | readonly [least: number, most: number]
  /** The pieces that are sent instead of the body, which is then `null`. */
  readonly pieces: readonly Piece[] | undefined
  readonly bytesPerSecond: number | undefined
  readonly fault: NetworkFault | undefined
  readonly hold: boolean
  /** The follow-ups, once the response has been sent. */
  readonly then: readonly FollowUp[] | undefined
  /** The service that responds instead. Of this plan, only the waits and the speed still apply. */
  readonly forward: Forwarding | undefined
  /** Names of headers that it removes, even if they are added later. */
  readonly without: ReadonlySet<string> | undefined
}

export interface Forwarding {
  /** The base URL, as the rule has it. */
  readonly to: string
  readonly url: URL
  /** Returns the other service's headers, in which the rule's replace those of the same name. */
  headers(given: HeaderPairs): HeaderPairs
  /** How its responses are recorded; `undefined` when they are not. */
  readonly record: RecordOptions | undefined
}

/** Whether it is not sent immediately and as a whole. */
export function waits({ delay, hold, bytesPerSecond, pieces = [] }: Plan): boolean {
  return (
    hold || delay !== 0 || bytesPerSecond !== undefined || pieces.some((piece) => piece.delay > 0)
  )
}

/** The default for an endpoint that has only rules. */
const nothing: Normal = {
  status: 200,
  headers: [['content-length', '0'], ...commonHeaders],
  body: null,
  delay: 0,
}

/**
 * Plans the response of a rule. `base` is the default response of the endpoint, if it has one, and
 * `over` overrides members of the rule's response.
 */
export function toPlan(given: RuleResponse, base: Normal | undefined, over?: RuleResponse): Plan {
  const response = over ? overlay(over, given) : given
  // Not the merged response, which is a new object for each request and would share no bytes.
  const owner = over && hasContent(over) ? over : given
  const { delay = base?.delay ?? 0, bytesPerSecond, fault, hold = false } = response
  const forward = over && replaces(over) ? undefined : given.forward
  const status = response.statusCode ?? base?.status ?? nothing.status
  const whole = contentOf(owner, status, base)
  const content = fault === 'truncate' ? withBody(whole, status) : whole
  const pieces = withoutBody.has(status) ? undefined : piecesOf(owner, fault === 'truncate')
  const headers = withHeaders(content.headers, response.headers)
  const without = removedBy(response.headers)
  const { body } = content
  return {
    status,
    headers,
    // With a text as body, node:http would send the headers as UTF-8 too.
    body: response.headers && typeof body === 'string' ? new TextEncoder().encode(body) : body,
    delay,
    pieces,
    bytesPerSecond,
    fault,
    hold,
    then: response.then,
    forward: forward === undefined ? undefined : forwarding(forward, response),
    without,
  }
}

function forwarding(to: string, { headers: own, record }: RuleResponse): Forwarding {
  return {
    to,
    url: new URL(to),
    headers: (given) => withHeaders(given, own),
    record: record === true ? {} : record || undefined,
  }
}

/** Whether a response replaces that of another service. */
function replaces({ statusCode, fault, ...over }: RuleResponse): boolean {
  return statusCode !== undefined || fault !== undefined || hasContent(over)
}

/** Merges one response over another, except for the content. */
function overlay(over: RuleResponse, under: RuleResponse): RuleResponse {
  return { ...under, ...over, headers: { ...under.headers, ...over.headers } }
}

function hasContent({ data, body, chunks, events }: RuleResponse): boolean {
  return [data, body, chunks, events].some((content) => content !== undefined)
}

type Content = Pick<PlainResponse, 'headers' | 'body'>

function contentOf(response: RuleResponse, status: number, base: Normal | undefined): Content {
  if (withoutBody.has(status)) return emptyContent(status)
  const { data, body, bodyEncoding, chunks, events } = response
  if (chunks) return { headers: typed(textType), body: null }
  if (events) return { headers: typed('text/event-stream'), body: null }
  if (body !== undefined) {
    const type = bodyEncoding === 'base64' ? 'application/octet-stream' : textType
    return fitting(status, typed(type), bodyOf(response))
  }
  if (data !== undefined) return fitting(status, typed(jsonType), bodyOf(response))
  if (!base) return emptyContent(status)
  if (status === base.status) return base
  if (base.body !== null) return fitting(status, typed(jsonType), base.body)
  return fitting(status, typed(jsonType), unsentOf(base))
}

/** Returns the content, or for an empty one a single byte, so that there is a body to truncate. */
function withBody(content: Content, status: number): Content {
  const isEmpty = content.headers.some(
    ([name, value]) => name === 'content-length' && value === '0',
  )
  if (!isEmpty || withoutBody.has(status)) return content
  return fitting(status, typed(textType), ' ')
}

const jsonType = 'application/json'
const textType = 'text/plain;charset=utf-8'

function typed(type: string): HeaderPairs {
  return [['content-type', type], ...commonHeaders]
}

function emptyContent(status: number): Content {
  return { headers: status === 204 || status === 304 ? commonHeaders : nothing.headers, body: null }
}

/** Returns a body with its length, or none if the status has none. */
function fitting(
  status: number,
  headers: HeaderPairs,
  body: string | Uint8Array<ArrayBuffer>,
): Content {
  if (withoutBody.has(status)) return emptyContent(status)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const length = ['content-length', String(bytes.byteLength)] as const
  const [type, ...others] = headers
  return { headers: [...(type ? [type] : []), length, ...others], body: bytes }
}

function removedBy(given: RuleResponse['headers'] = {}): ReadonlySet<string> | undefined {
  const removed = Object.entries(given).filter(([, value]) => value === null)
  if (removed.length === 0) return undefined
  return new Set(removed.map(([name]) => name.toLowerCase()))
}

/** Returns the headers, in which those of a rule replace those of the same name. */
function withHeaders(headers: HeaderPairs, given: RuleResponse['headers'] = {}): HeaderPairs {
  const entries = Object.entries(given)
  if (entries.length === 0) return headers
  const names = new Set(entries.map(([name]) => name.toLowerCase()))
  const own = entries.flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((each) => [name.toLowerCase(), each] as const),
  )
  return [...headers.filter(([name]) => !names.has(name)), ...own]
}
