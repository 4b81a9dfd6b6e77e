// Reads the manifest of a LevelDB folder, which lists the files with its current data.
import { createReader, type Reader } from './reader.ts'

export interface Manifest {
  /** The size in bytes of each table, by number. */
  readonly tables: ReadonlyMap<number, number>
  /** The first and the last key of each table, by number. */
  readonly ranges: ReadonlyMap<number, KeyRange>
  /** The number of the first log with data that is in no table. */
  readonly log: number
}

/** Includes both keys. */
type KeyRange = readonly [first: Uint8Array, last: Uint8Array]

/** Applies the records of a manifest. Throws when one of them is not a `VersionEdit`. */
export function readManifest(records: readonly Uint8Array[]): Manifest {
  const tables = new Map<number, number>()
  const ranges = new Map<number, KeyRange>()
  let log = 0
  for (const record of records) {
    const reader = createReader(record)
    while (!reader.isAtEnd()) {
      const change = readChange(reader)
      if (change.log !== undefined) log = change.log
      if (change.deleted !== undefined) {
        tables.delete(change.deleted)
        ranges.delete(change.deleted)
      }
      if (change.added) {
        const { number, size, range } = change.added
        tables.set(number, size)
        ranges.set(number, range)
      }
    }
  }
  return { tables, ranges, log }
}

interface Change {
  readonly log?: number
  readonly deleted?: number
  readonly added?: { readonly number: number; readonly size: number; readonly range: KeyRange }
}

/** Returns the key without the sequence number and the kind of the write, which follow it. */
function userKey(key: Uint8Array): Uint8Array {
  return key.subarray(0, -8)
}

/** Reads a change by its tag, as in LevelDB's `VersionEdit`. */
function readChange(reader: Reader): Change {
  const tag = reader.varint()
  switch (tag) {
    case 1: // comparator
      reader.prefixed()
      return {}
    case 2:
      return { log: reader.varint() }
    case 3: // next file
    case 4: // last sequence
    case 9: // previous log
      reader.varint()
      return {}
    case 5: // where the next compaction of a level begins
      reader.varint()
      reader.prefixed()
      return {}
    case 6:
      reader.varint()
      return { deleted: reader.varint() }
    case 7: {
      reader.varint()
      const number = reader.varint()
      const size = reader.varint()
      const range = [userKey(reader.prefixed()), userKey(reader.prefixed())] as const
      return { added: { number, size, range } }
    }
    default:
      throw new RangeError(`A manifest has no tag ${tag}.`)
  }
}
