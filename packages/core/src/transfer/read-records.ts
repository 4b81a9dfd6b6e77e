// Reads a file of records as its bytes arrive. It keeps one record, however long the file is.

import { joined } from '../model/json/joined.ts'
import { inFile, locate } from '../model/json/json-locate.ts'
import type { Place } from '../model/json/json-text.ts'
import { Problem } from '../model/problem/problem.ts'
import { runYielding, type Yielding } from '../model/time/yielding.ts'
import {
  type CheckedRecord,
  checkRecord,
  decodeRecord,
  kindOf,
  unwrapLine,
} from './check-record.ts'
import { createDocumentSplitter } from './document-splitter.ts'
import { inWords } from './faults.ts'
import { formatOf, type RecordFormat, startOfText } from './format.ts'
import { placeOf, withoutPlace } from './in-file.ts'
import { createLineSplitter } from './line-splitter.ts'
import { longestRecord, type Piece, type Splitter } from './pieces.ts'

/** A fault in a file of records, with its place. */
export interface RecordFault extends Place {
  /** The fault as a sentence. */
  readonly detail: string
}

/** A record with the place where it begins, or a fault. */
export type ReadRecord =
  | (CheckedRecord & { readonly place: Place; readonly fault?: never })
  | { readonly fault: RecordFault }

/** How a file of records is read. */
export interface ReadRecordsOptions {
  /** Default: detected from the first bytes. */
  readonly format?: RecordFormat | undefined
  /** Maximum length of a record, in bytes. A longer one is refused. Default: 64 MiB. */
  readonly maxRecord?: number | undefined
}

/**
 * Yields the records of a file in order, each checked as in the API. Yields a fault in place of a
 * record that is refused, and continues. Where the file stops being JSON, or is something else, it
 * ends with a fault.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  { format, maxRecord = longestRecord }: ReadRecordsOptions = {},
): AsyncGenerator<ReadRecord, void, undefined> {
  let splitter: Splitter | undefined
  let first: Uint8Array = new Uint8Array()

  function* split(chunk: Uint8Array, isLast: boolean): Generator<Piece> {
    if (splitter) yield* splitter.push(chunk)
    else {
      first = joined([first, chunk])
      const found = formatOf(first, isLast)
      if (!found) return
      splitter = createSplitter(format ?? found, maxRecord)
      yield* splitter.push(first.subarray(startOfText(first)))
      first = new Uint8Array()
    }
    if (isLast) yield* splitter.end()
  }

  try {
    for await (const chunk of chunks) {
      for (const piece of split(chunk, false)) yield await runYielding(toRecord(piece))
    }
    for (const piece of split(new Uint8Array(), true)) yield await runYielding(toRecord(piece))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    yield { fault: toFault(error, { line: 1, column: 1 }) }
  }
}

function createSplitter(format: RecordFormat, longest: number): Splitter {
  return format === 'lines' ? createLineSplitter(longest) : createDocumentSplitter(longest)
}

function* toRecord(piece: Piece): Yielding<ReadRecord> {
  const { place } = piece
  if ('fault' in piece) return { fault: { ...place, detail: withoutPlace(piece.fault) } }
  let text = ''
  let isSpelled = false
  try {
    const whole = yield* decodeRecord(piece.bytes)
    text = piece.kind ? whole : yield* unwrapLine(whole)
    isSpelled = text !== whole
    const kind = piece.kind ?? (yield* kindOf(text))
    return { ...(yield* checkRecord(text, kind)), place }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Places in the value of a string are not places in the file.
    if (isSpelled) return { fault: { ...place, detail: spelled(error) } }
    return { fault: yield* faultIn(text, error, place) }
  }
}

function spelled(problem: Problem): string {
  const { errors } = problem.extensions
  return errors ? inWords(errors, 'the record') : problem.message
}

/** Returns the fault of a record, with its place in the file. */
function* faultIn(text: string, problem: Problem, place: Place): Yielding<RecordFault> {
  const { errors = [] } = problem.extensions
  if (!errors[0]) return toFault(problem, place)
  const found = yield* locate(text, errors[0].pointer)
  return { ...inFile(found, place), detail: inWords(errors, 'the record') }
}

function toFault(problem: Problem, start: Place): RecordFault {
  return { ...placeOf(problem, start), detail: withoutPlace(problem) }
}
