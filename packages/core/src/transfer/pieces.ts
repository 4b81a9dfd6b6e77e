// What files of records are cut into.
import type { Place } from '../model/json/json-text.ts'
import type { Problem } from '../model/problem/problem.ts'

/** What a record of an import or export describes. */
export type RecordKind = 'endpoint' | 'rule'

/** A record as it stands in a file, unread; or what is wrong at a place, after which it goes on. */
export type Piece =
  | {
      /** Nothing when the record has to tell. */
      readonly kind: RecordKind | undefined
      readonly bytes: Uint8Array
      readonly place: Place
      /** A JSON Pointer into the document; of a line, nothing. */
      readonly pointer: string
    }
  | { readonly fault: Problem; readonly place: Place; readonly pointer: string }

/** Takes the bytes of a file as they come. */
export interface Splitter {
  /** What ends in the next bytes. Throws `invalid-json` with its place when nothing can follow. */
  push(chunk: Uint8Array): Generator<Piece, void, undefined>
  /** What ends with the file. Throws as `push` does. */
  end(): Iterable<Piece>
}

/** How long a record may be, in bytes. */
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
