// Detects which of the two formats a file has, by its first bytes.
import { Problem } from '../model/problem/problem.ts'
import { backslash, brace, bracket, isSpace, quote } from './pieces.ts'

/** `document`: one JSON document with both lists. `lines`: JSON Lines, a record per line. */
export type RecordFormat = 'document' | 'lines'

/** Names that the first member of an endpoint or a rule may have, but not of a document. */
const ofRecords = new Set([
  ...['name', 'data', 'statusCode', 'delay'],
  ...['id', 'endpoint', 'recordedAt', 'when', 'response', 'responses', 'times', 'chance'],
])
/** After this many bytes, a file of unknown format is read as a document, to report faults. */
const enough = 64 * 1024

/** Returns `undefined` if more bytes are needed. Throws `invalid-import` for gzip, ZIP, UTF-16. */
export function formatOf(bytes: Uint8Array, isWhole: boolean): RecordFormat | undefined {
  if (bytes.length < 4 && !isWhole) return undefined
  refuseOthers(bytes)
  const start = skipSpace(bytes, startOfText(bytes))
  if (start === bytes.length && isWhole) return 'lines'
  const isEnough = isWhole || bytes.length > enough
  if (start === bytes.length) return isEnough ? 'document' : undefined
  if (bytes[start] === quote) return 'lines'
  if (bytes[start] !== brace) return 'document'
  const name = skipSpace(bytes, start + 1)
  if (name === bytes.length) return isEnough ? 'document' : undefined
  if (bytes[name] !== quote) return 'document'
  const end = endOfString(bytes, name)
  if (end === undefined) return isEnough ? 'document' : undefined
  const first = toName(bytes.subarray(name, end))
  if (!ofRecords.has(first)) return 'document'
  const value = skipSpace(bytes, skipSpace(bytes, end) + 1)
  if (value >= bytes.length && !isEnough) return undefined
  // This is a document with `endpoints` misspelled.
  return first === 'endpoint' && bytes[value] === bracket ? 'document' : 'lines'
}

/** Returns the length of the byte order mark, in bytes: 3, or 0 if there is none. */
export function startOfText([first, second, third]: Uint8Array): number {
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
}

function refuseOthers(bytes: Uint8Array): void {
  const begins = (...start: readonly number[]): boolean =>
    start.every((byte, i) => bytes[i] === byte)
  if (begins(0x1f, 0x8b)) throw refusal('The file is compressed with gzip; unpack it first.')
  if (begins(0x50, 0x4b, 3, 4)) throw refusal('The file is a ZIP archive; unpack it first.')
  const isWide = begins(0xff, 0xfe) || begins(0xfe, 0xff) || bytes.subarray(0, 2).includes(0)
  if (isWide) throw refusal('The file is not UTF-8 but probably UTF-16; save it as UTF-8.')
}

function refusal(sentence: string): Problem {
  return new Problem('invalid-import', sentence, { line: 1, column: 1 })
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && isSpace(bytes[at] ?? 0)) at += 1
  return at
}

/** Returns the index after the closing quote. */
function endOfString(bytes: Uint8Array, start: number): number | undefined {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === quote) return at + 1
  }
  return undefined
}

function toName(bytes: Uint8Array): string {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as string
  } catch {
    return ''
  }
}
