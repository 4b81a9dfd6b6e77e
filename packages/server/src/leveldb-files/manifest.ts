// The manifest of a LevelDB folder: which files hold its data now.
import { createReader, type Reader } from './reader.ts'

export interface Manifest {
  /** The tables, by their numbers, and how many bytes each has. */
  readonly tables: ReadonlyMap<number, number>
  /** The first and the last key of each. */
  readonly ranges: ReadonlyMap<number, KeyRange>
  /** Logs from this one on hold what no table has. */
  readonly log: number
}

/** Both are in it. */
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

/** Without the number of the write, which follows the key. */
function userKey(key: Uint8Array): Uint8Array {
  return key.subarray(0, -8)
}

/** By the tags of LevelDB's `VersionEdit`. */
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
