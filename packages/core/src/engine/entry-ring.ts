// The last requests of the journal, bounded by their number and by their bytes.
import type { Entry } from './entry.ts'

export interface EntryRing {
  /** How many fell out since it was cleared. */
  readonly dropped: number
  /** The highest `changed` of a request that fell out. */
  readonly droppedUpTo: number
  /** Keeps the next one; ids come in order, without a gap. One too large for it is there alone. */
  keep(entry: Entry): void
  get(id: number): Entry | undefined
  /** In order of arrival. */
  values(): Iterable<Entry>
  clear(): void
}

export function createEntryRing(capacity: number, maxBytes: number): EntryRing {
  /** The entry of an id is at `id % capacity`. */
  let slots: (Entry | undefined)[] = []
  let first = 1
  let end = 1
  let bytes = 0
  let dropped = 0
  let droppedUpTo = 0

  function get(id: number): Entry | undefined {
    return id >= first && id < end ? slots[id % capacity] : undefined
  }

  function dropFirst(): void {
    const entry = get(first)
    slots[first % capacity] = undefined
    first += 1
    dropped += 1
    if (!entry) return
    bytes -= entry.size
    droppedUpTo = Math.max(droppedUpTo, entry.changed)
  }

  return {
    get dropped() {
      return dropped
    },
    get droppedUpTo() {
      return droppedUpTo
    },
    keep(entry) {
      while (first < end && (end - first >= capacity || bytes + entry.size > maxBytes)) dropFirst()
      slots[entry.id % capacity] = entry
      bytes += entry.size
      end = entry.id + 1
    },
    get,
    *values() {
      for (let id = first; id < end; id++) {
        const entry = get(id)
        if (entry) yield entry
      }
    },
    clear() {
      slots = []
      first = end
      bytes = 0
      dropped = 0
      droppedUpTo = 0
    },
  }
}
