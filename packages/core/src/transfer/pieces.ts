// The pieces that files of records are cut into.
import type { Place } from '../model/json/json-text.ts'
import type { Problem } from '../model/problem/problem.ts'

/** The kind of a record of an import or export. */
export type RecordKind = 'endpoint' | 'rule'

/** An unparsed record of a file, or a fault after which the rest of the file can be read. */
export type Piece =
  | {
      /** `undefined` if only the record itself shows its kind. */
      readonly kind: RecordKind | undefined
      readonly bytes: Uint8Array
      readonly place: Place
      /** A JSON Pointer into the document. Empty for a line. */
      readonly pointer: string
    }
  | { readonly fault: Problem; readonly place: Place; readonly pointer: string }

/** Takes the bytes of a file as they arrive. */
export interface Splitter {
  /** Yields pieces that end in the chunk. Throws `invalid-json`, with a place, if it is invalid. */
  push(chunk: Uint8Array): Generator<Piece, void, undefined>
  /** Returns the pieces that end with the file. Throws like `push`. */
  end(): Iterable<Piece>
}

/** Maximum length of a record, in bytes. */
export const longestRecord: number = 64 * 1024 * 1024

export const brace = 0x7b
export const closingBrace = 0x7d
export const bracket = 0x5b
export const closingBracket = 0x5d
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const newline = 0x0a
export const carriageReturn = 0x0d

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === newline || byte === carriageReturn
}
