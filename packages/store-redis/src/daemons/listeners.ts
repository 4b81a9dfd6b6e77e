// Listeners for changes of the store.
import { type StoreChange, sheltered } from '@mock-endpoint/core'

export interface Listeners {
  /** Adds a listener. Returns a function that removes it. */
  watch(listener: (change: StoreChange) => void): () => void
  tell(change: StoreChange): void
}

export function createListeners(): Listeners {
  const listeners = new Set<(change: StoreChange) => void>()
  return {
    watch(listener) {
      const told = sheltered(listener)
      listeners.add(told)
      return () => void listeners.delete(told)
    },
    tell(change) {
      for (const listener of listeners) listener(change)
    },
  }
}
