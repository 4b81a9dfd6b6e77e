// The bytes of the responses of rules. They are made once, and shared by all requests that they
// answer. A thousand requests that are released together get the same bytes.
import { bodyToBytes } from '../../model/json/base64.ts'
import type { RuleBody, RuleEvent, RuleResponse } from '../../model/rule/rule.ts'
import type { Normal } from './normal.ts'

/** A piece of a body, and its delay after the piece before. */
export interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Milliseconds. */
  readonly delay: number
}

interface Made {
  body?: Uint8Array<ArrayBuffer>
  pieces?: readonly Piece[]
  /** The first half of the pieces. */
  half?: readonly Piece[]
}

/** Kept as long as the response that they belong to. */
const made = new WeakMap<RuleResponse | Normal, Made>()

function madeOf(owner: RuleResponse | Normal): Made {
  const known = made.get(owner) ?? {}
  made.set(owner, known)
  return known
}

/** Shares the bytes of the response `of` with `by`, which has the same content. */
export function shareContent(of: RuleResponse, by: RuleResponse): void {
  made.set(by, madeOf(of))
}

/** Returns the bytes of its `body` or its `data`. */
export function bodyOf(response: RuleResponse): Uint8Array<ArrayBuffer> {
  const { body, bodyEncoding, data = '' } = response
  const content = body === undefined ? { body: data } : { body, bodyEncoding }
  const known = madeOf(response)
  known.body ??= bodyToBytes(content)
  return known.body
}

/** Returns the bytes of the data that an endpoint has, but does not send. */
export function unsentOf(base: Normal): Uint8Array<ArrayBuffer> {
  const known = madeOf(base)
  known.body ??= bodyToBytes({ body: base.unsent ?? 'null' })
  return known.body
}

/** Returns its `chunks` or `events` as pieces, or the first half; `undefined` if it has none. */
export function piecesOf(response: RuleResponse, isCut: boolean): readonly Piece[] | undefined {
  const { chunks, events } = response
  const count = (chunks ?? events)?.length
  if (count === undefined) return undefined
  const most = isCut ? Math.ceil(count / 2) : count
  const part = isCut ? 'half' : 'pieces'
  const known = madeOf(response)
  known[part] ??= joined([
    ...(chunks?.slice(0, most).map(ofChunk) ?? []),
    ...(events?.slice(0, most).map(ofEvent) ?? []),
  ])
  return known[part]
}

/** Number of first pieces that stay separate, because a test may depend on their boundaries. */
const mostApart = 32
const mostJoined = 64 * 1024

/** Joins later pieces without a delay, because each piece costs the same, however small it is. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const joined = pieces.slice(0, mostApart)
  let run: Piece[] = []
  let length = 0
  const endRun = (): void => {
    const [first] = run
    if (first) joined.push({ bytes: concatenated(run, length), delay: first.delay })
    run = []
    length = 0
  }
  for (const piece of pieces.slice(mostApart)) {
    if (piece.delay > 0 || length + piece.bytes.byteLength > mostJoined) endRun()
    run.push(piece)
    length += piece.bytes.byteLength
  }
  endRun()
  return joined
}

function concatenated(pieces: readonly Piece[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const { bytes } of pieces) {
    whole.set(bytes, at)
    at += bytes.byteLength
  }
  return whole
}

function ofChunk({
  delay = 0,
  ...body
}: RuleBody & { readonly delay?: number | undefined }): Piece {
  return { bytes: bodyToBytes(body), delay }
}

function ofEvent(event: RuleEvent): Piece {
  return { bytes: new TextEncoder().encode(eventText(event)), delay: event.delay ?? 0 }
}

/** An event as it is sent (HTML standard, 9.2.5). */
function eventText({ data, event, id }: RuleEvent): string {
  const isString = data.trimStart().startsWith('"')
  const value = isString ? (JSON.parse(data) as string) : inOneLine(data)
  const lines = value.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}${id === undefined ? '' : `id: ${id}\n`}${lines.join('')}\n`
}

/** Clients of JSON services expect one line per event. JSON has line breaks only between tokens. */
function inOneLine(json: string): string {
  return json.replaceAll(/[\r\n][ \t\r\n]*/g, '')
}
