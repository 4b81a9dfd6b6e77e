// The response of a recording: that of the other service, without its secrets.

import { framing } from '../model/http/check-message.ts'
import { withOwnLinks } from '../model/http/own-links.ts'
import { type HeaderPairs, withoutBody } from '../model/http/response.ts'
import { joined } from '../model/json/joined.ts'
import { textIn } from '../model/json/utf8.ts'
import { Problem } from '../model/problem/problem.ts'
import type { RuleChunk, RuleResponse } from '../model/rule/rule.ts'
import { runYielding, type Yielding } from '../model/time/yielding.ts'
import type { ForwardedExchange, ForwardedResponse, TimedPiece } from './exchange.ts'
import { isJson, jsonIn, withRedacted } from './json-body.ts'
import { headerIn, isForm } from './recorded-when.ts'
import { redacted, type Secrets } from './secrets.ts'

/** A response with its body as it is stored: in one piece, without a `content-encoding`. */
export interface PlainBody {
  readonly headers: HeaderPairs
  readonly body: Uint8Array
  /** The body as text, if it is UTF-8. */
  readonly text: string | undefined
  /** The object or array that the body is, if it is JSON, without white space around it. */
  readonly json: string | undefined
}

/** Rejects with a `Problem` if the body cannot be decoded, because it may contain secrets. */
export async function plainBody(
  { headers, pieces, decode }: ForwardedResponse,
  most: number,
): Promise<PlainBody> {
  const sent = joined(pieces.map(({ bytes }) => bytes))
  const encoding = headerIn(headers, 'content-encoding')
  if (encoding === undefined || sent.byteLength === 0) return read(headers, sent)
  const body = await decode?.(encoding, sent, most)
  if (!body) throw stillEncoded(encoding, most)
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-encoding')
  return read(others, body)
}

async function read(headers: HeaderPairs, body: Uint8Array): Promise<PlainBody> {
  const text = textIn(body)
  const json = text === undefined ? undefined : await jsonIn(text)
  return { headers, body, text, json }
}

function stillEncoded(encoding: string, most: number): Problem {
  const detail = `Its content-encoding, ${encoding}, cannot be undone here, or leads to more than ${most} bytes.`
  return new Problem('invalid-rule', detail)
}

export async function recordedResponse(
  { service, response: { status, pieces } }: ForwardedExchange,
  plain: PlainBody,
  secrets: Secrets,
  hidden: readonly string[],
): Promise<RuleResponse> {
  const type = headerIn(plain.headers, 'content-type') ?? ''
  const { headers, ...dynamic } = withPlaces(plain.headers, service)
  return {
    ...dynamic,
    statusCode: status,
    headers: recordedHeaders(headers, status, secrets),
    ...(withoutBody.has(status) ? {} : await contentOf(plain, type, pieces, secrets, hidden)),
  }
}

/** Replaces the base URL of the service with the endpoint's URL at the time of the response. */
function withPlaces(
  headers: HeaderPairs,
  service: URL,
): { readonly headers: HeaderPairs; readonly dynamic?: 'headers' } {
  const escaped = headers.map(
    ([name, value]) => [name, value.replaceAll('${', () => '$${')] as const,
  )
  const linked = withOwnLinks(escaped, service, '${/endpoint}')
  const isLinked = linked.some(([, value], i) => value !== escaped[i]?.[1])
  return isLinked ? { headers: linked, dynamic: 'headers' } : { headers }
}

/** Headers that this service adds to a response that does not set them. */
const standard = ['content-type', 'cache-control', 'x-content-type-options']

function recordedHeaders(
  given: HeaderPairs,
  status: number,
  secrets: Secrets,
): NonNullable<RuleResponse['headers']> {
  const headers = new Map<string, string | null | string[]>()
  for (const [sent, value] of given) {
    const name = sent.toLowerCase()
    // This service decides what a page may read (CORS).
    if (framing.has(name) || name.startsWith('access-control-')) continue
    const kept = withoutSecrets(name, value, secrets)
    const former = headers.get(name)
    headers.set(name, former ? [former, kept].flat() : kept)
  }
  for (const name of standard) {
    if (name === 'content-type' && withoutBody.has(status)) continue
    if (!headers.has(name)) headers.set(name, null)
  }
  return Object.fromEntries(headers)
}

/** Redacts the secrets in a header. A cookie keeps its name and its attributes. */
function withoutSecrets(name: string, value: string, secrets: Secrets): string {
  if (!secrets.isHeader(name)) return secrets.withoutParameters(value)
  if (name !== 'set-cookie') return redacted
  const [pair = '', ...attributes] = value.split(';')
  const [own = ''] = pair.split('=')
  return secrets.without([`${own}=${redacted}`, ...attributes].join(';'))
}

type Content = Pick<RuleResponse, 'data' | 'body' | 'bodyEncoding' | 'chunks'>

async function contentOf(
  { body, text, json }: PlainBody,
  type: string,
  pieces: readonly TimedPiece[],
  secrets: Secrets,
  hidden: readonly string[],
): Promise<Content> {
  if (text === undefined) {
    const sent = await runYielding(toBinary(body))
    const binary = await runYielding(secrets.withoutIn(sent))
    return { body: btoa(binary), bodyEncoding: 'base64' }
  }
  if (text !== '' && /^text\/event-stream\b/i.test(type)) {
    return { chunks: await runYielding(chunksOf(text, pieces, secrets)) }
  }
  const rest = isForm(type) ? secrets.withoutParameters(text) : text
  const shown = json === undefined ? rest : await runYielding(withRedactedIn(text, json, hidden))
  const safe = await runYielding(secrets.withoutIn(shown))
  // `data` would lose white space around the value.
  const isTrimmed = /[/+]json\b/i.test(type) && safe === safe.trim()
  const isData = isTrimmed && ((json !== undefined && safe === text) || (await isJson(safe)))
  return isData ? { data: safe } : { body: safe }
}

function* withRedactedIn(text: string, json: string, hidden: readonly string[]): Yielding<string> {
  const start = text.indexOf(json)
  const shown = yield* withRedacted(json, hidden)
  return text.slice(0, start) + shown + text.slice(start + json.length)
}

/** Maximum number of chunks. All arrays of a rule may have 10,000 elements together. */
const mostChunks = 1000

/** Returns the events of a stream, timed by their last bytes. Joins some if there are too many. */
function* chunksOf(
  text: string,
  pieces: readonly TimedPiece[],
  secrets: Secrets,
): Yielding<readonly RuleChunk[]> {
  const chunks: RuleChunk[] = []
  const encoder = new TextEncoder()
  let [end, last, came, piece] = [0, 0, 0, 0]
  for (const event of together(text.split(/(?<=\n\n|\r\n\r\n|\r\r)/))) {
    end += encoder.encode(event).byteLength
    while (came < end && piece < pieces.length) {
      came += pieces[piece]?.bytes.byteLength ?? 0
      piece += 1
    }
    const at = Math.round(pieces[piece - 1]?.at ?? last)
    const delay = Math.max(0, at - last)
    last = at
    chunks.push({ body: yield* secrets.withoutIn(event), ...(delay > 0 && { delay }) })
  }
  return chunks
}

function together(events: readonly string[]): readonly string[] {
  const many = Math.ceil(events.length / mostChunks)
  return Array.from({ length: Math.ceil(events.length / many) }, (_, i) => {
    return events.slice(i * many, (i + 1) * many).join('')
  })
}

/** Returns a text with one character for each byte. */
function* toBinary(bytes: Uint8Array): Yielding<string> {
  const pieces: string[] = []
  for (let i = 0; i < bytes.length; i += stretch) {
    pieces.push(String.fromCharCode(...bytes.subarray(i, i + stretch)))
    yield
  }
  return pieces.join('')
}

const stretch = 0x2000
