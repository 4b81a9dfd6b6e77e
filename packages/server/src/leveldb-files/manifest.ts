// The manifest of a LevelDB folder: which files hold its data now.
import { createReader, type Reader } from './reader.ts'

export interface Manifest {
  /** The tables, by their numbers, and how many bytes each has. */
  readonly tables: ReadonlyMap<number, number>
  /** Logs from this one on hold what no table has. */
  readonly log: number
}

/** Applies the records of a manifest. Throws when one of them is not a `VersionEdit`. */
export function readManifest(records: readonly Uint8Array[]): Manifest {
  const tables = new Map<number, number>()
  let log = 0
  for (const record of records) {
    const reader = createReader(record)
    while (!reader.isAtEnd()) {
      const change = readChange(reader)
      if (change.log !== undefined) log = change.log
      if (change.deleted !== undefined) tables.delete(change.deleted)
      if (change.added) tables.set(...change.added)
    }
  }
  return { tables, log }
}

interface Change {
  readonly log?: number
  readonly deleted?: number
  /** The number of a table, and its size. */
  readonly added?: readonly [number, number]
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
      const added = [reader.varint(), reader.varint()] as const
      reader.prefixed()
      reader.prefixed()
      return { added }
    }
    default:
      throw new RangeError(`A manifest has no tag ${tag}.`)
  }
}
