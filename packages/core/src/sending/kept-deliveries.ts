// Keeps the pending deliveries, and the last ones that have ended.
import type { DeliveryList, DeliveryState } from '../model/delivery/delivery.ts'
import type { Entry } from './entry.ts'

export interface KeptDeliveries {
  add(entry: Entry): void
  /** Sets the state of a delivery that is no longer pending. */
  end(entry: Entry, state: DeliveryState): void
  get(id: number): Entry | undefined
  /** In the order of their ids. */
  list(query: DeliveryList): { entries: readonly Entry[]; isLast: boolean }
  /** Ends a delivery, and removes it. */
  remove(entry: Entry): void
  /** Ends and removes all deliveries. Returns how many there were. */
  clear(): number
}

/** Maximum number of ended deliveries that are kept. */
const mostEnded = 1000

export function createKeptDeliveries(): KeptDeliveries {
  const all = new Map<number, Entry>()
  /** In the order in which they ended. */
  const ended = new Set<Entry>()

  function forget(entry: Entry): void {
    all.delete(entry.id)
    ended.delete(entry)
    entry.attempts.clear()
  }

  function remove(entry: Entry): void {
    if (entry.state === 'pending') entry.state = 'cancelled'
    entry.ending.end()
    forget(entry)
  }

  return {
    add: (entry) => void all.set(entry.id, entry),
    end(entry, state) {
      entry.state = state
      // A delivery that was removed is not kept.
      if (all.has(entry.id)) ended.add(entry)
      const [first] = ended
      if (first && ended.size > mostEnded) forget(first)
    },
    get: (id) => all.get(id),
    list({ after, limit, request }) {
      const behind = [...all.values()].filter((entry) => {
        return entry.id > after && (request === undefined || entry.request === request)
      })
      const entries = behind.slice(0, limit)
      return { entries, isLast: entries.length === behind.length }
    },
    remove,
    clear() {
      const { size } = all
      for (const entry of all.values()) remove(entry)
      return size
    },
  }
}
