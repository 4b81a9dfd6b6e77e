// What is sent when a rule answers: its answer, laid over what the endpoint answers without it.
import { type Answer, commonHeaders, type HeaderPairs, withoutBody } from '../model/answer.ts'
import type { NetworkFault, RuleAnswer, RuleBody, RuleEvent } from '../model/rule.ts'
import type { Normal } from './normal.ts'

/** A piece of a body, and how long it waits behind the piece before. */
export interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Milliseconds. */
  readonly delay: number
}

export interface Plan extends Answer {
  readonly delay: number | readonly [least: number, most: number]
  /** What is sent in place of the body, which is `null` then. */
  readonly pieces: readonly Piece[] | undefined
  readonly bytesPerSecond: number | undefined
  readonly fault: NetworkFault | undefined
  readonly hold: boolean
  /** Names of headers that it removes, whoever adds them. */
  readonly without: ReadonlySet<string> | undefined
}

/** What an endpoint answers that has only rules. */
const nothing: Normal = {
  status: 200,
  headers: [['content-length', '0'], ...commonHeaders],
  body: null,
  delay: 0,
}

/** `base` is what the endpoint answers without rules, if it answers anything. */
export function toPlan(answer: RuleAnswer, base: Normal | undefined): Plan {
  const { delay = base?.delay ?? 0, bytesPerSecond, fault, hold = false } = answer
  const status = answer.statusCode ?? base?.status ?? nothing.status
  const content = contentOf(answer, status, base)
  const pieces = withoutBody.has(status) ? undefined : piecesOf(answer)
  const headers = withHeaders(content.headers, answer.headers)
  const without = removedBy(answer.headers)
  return {
    status,
    headers,
    body: content.body,
    delay,
    pieces,
    bytesPerSecond,
    fault,
    hold,
    without,
  }
}

/** One answer laid over another: a content of its own replaces that of the other. */
export function overlay(over: RuleAnswer, under: RuleAnswer): RuleAnswer {
  const hasContent = [over.data, over.body, over.chunks, over.events].some(
    (content) => content !== undefined,
  )
  const { data: _, body: _1, bodyEncoding: _2, chunks: _3, events: _4, ...rest } = under
  return {
    ...(hasContent ? rest : under),
    ...over,
    headers: { ...under.headers, ...over.headers },
  }
}

type Content = Pick<Answer, 'headers' | 'body'>

function contentOf(answer: RuleAnswer, status: number, base: Normal | undefined): Content {
  if (withoutBody.has(status)) return emptyContent(status)
  const { data, body, bodyEncoding, chunks, events } = answer
  if (chunks) return { headers: typed(textType), body: null }
  if (events) return { headers: typed('text/event-stream'), body: null }
  if (body !== undefined) {
    const bytes = bytesOf({ body, bodyEncoding })
    const type = bodyEncoding === 'base64' ? 'application/octet-stream' : textType
    return fitting(status, typed(type), bytes)
  }
  if (data !== undefined) return fitting(status, typed(jsonType), data)
  if (!base) return emptyContent(status)
  if (status === base.status) return base
  if (base.body !== null) return fitting(status, typed(jsonType), base.body)
  return fitting(status, typed(jsonType), base.unsent ?? 'null')
}

const jsonType = 'application/json'
const textType = 'text/plain;charset=utf-8'

function typed(type: string): HeaderPairs {
  return [['content-type', type], ...commonHeaders]
}

function emptyContent(status: number): Content {
  return { headers: status === 204 || status === 304 ? commonHeaders : nothing.headers, body: null }
}

/** A body with its length, or none where the status has none. */
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

function bytesOf({ body, bodyEncoding }: RuleBody): Uint8Array<ArrayBuffer> {
  if (bodyEncoding === undefined) return new TextEncoder().encode(body)
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
}

function piecesOf({ chunks, events }: RuleAnswer): readonly Piece[] | undefined {
  if (chunks) return chunks.map((chunk) => ({ bytes: bytesOf(chunk), delay: chunk.delay ?? 0 }))
  return events?.map((event) => {
    return { bytes: new TextEncoder().encode(eventText(event)), delay: event.delay ?? 0 }
  })
}

/** An event as it is sent (HTML standard, 9.2.5). */
function eventText({ data, event, id }: RuleEvent): string {
  const value = data.trimStart().startsWith('"') ? (JSON.parse(data) as string) : data
  const lines = value.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}${id === undefined ? '' : `id: ${id}\n`}${lines.join('')}\n`
}

function removedBy(given: RuleAnswer['headers'] = {}): ReadonlySet<string> | undefined {
  const removed = Object.entries(given).filter(([, value]) => value === null)
  if (removed.length === 0) return undefined
  return new Set(removed.map(([name]) => name.toLowerCase()))
}

/** The headers with those of a rule in place of their namesakes. */
function withHeaders(headers: HeaderPairs, given: RuleAnswer['headers'] = {}): HeaderPairs {
  const entries = Object.entries(given)
  if (entries.length === 0) return headers
  const names = new Set(entries.map(([name]) => name.toLowerCase()))
  const own = entries.flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((each) => [name.toLowerCase(), each] as const),
  )
  return [...headers.filter(([name]) => !names.has(name)), ...own]
}
