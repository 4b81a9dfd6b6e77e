// A store that breaks the contract in one way, and what the contract says of it.
import { createMemoryStore } from '../../memory.ts'
import type { EndpointStore } from '../../model/store/store.ts'

export interface BrokenStore {
  /** What is wrong with it. */
  readonly it: string
  /** The calls that do it wrong. The others are those of the store that it wraps. */
  readonly breaks: (store: EndpointStore) => Partial<EndpointStore>
  /** A test that fails. */
  readonly fails: string
  /** A part of what it says. */
  readonly says: string
}

/** The store in memory, broken. */
export function openBroken({ breaks }: Pick<BrokenStore, 'breaks'>): EndpointStore {
  const store = createMemoryStore()
  return { ...store, ...breaks(store) }
}
