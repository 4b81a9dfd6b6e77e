// The names whose records, or rules, were found to be unreadable, for the health check.

import { copyText } from '../model/json/utf8.ts'
import { StoreError } from '../model/store/store.ts'
import { type Awaitable, isPromiseLike } from '../model/time/awaitable.ts'

/** More are not remembered: one is enough to tell that something is wrong. */
export const mostUnreadable = 100

export interface UnreadableNames {
  add(name: string): void
  /** The names of which that is still so, which takes a read of each. */
  still(): Promise<string[]>
}

/** `read` tells by a `StoreError` that something cannot be read. `known`: what is known already. */
export function createUnreadableNames(
  read: (name: string) => Awaitable<unknown>,
  known: readonly string[] = [],
): UnreadableNames {
  const names = new Set<string>(known.slice(0, mostUnreadable))

  async function forgetIfReadable(name: string): Promise<void> {
    try {
      await read(name)
      names.delete(name)
    } catch (error) {
      // While the store is in trouble nobody knows.
      if (!(error instanceof StoreError)) throw error
    }
  }

  return {
    add(name) {
      // It may be part of a URL.
      if (names.size < mostUnreadable) names.add(copyText(name))
    },
    async still() {
      for (const name of names) await forgetIfReadable(name)
      return [...names]
    },
  }
}

/** Reads what is of a name, and passes the name on when it cannot be read. */
export function notingUnreadable<T>(
  read: (name: string) => Awaitable<T>,
  note: (name: string) => void,
): (name: string) => Awaitable<T> {
  function failed(name: string, error: unknown): never {
    if (error instanceof StoreError && error.kind === 'corrupt') note(name)
    throw error
  }
  return (name) => {
    try {
      const found = read(name)
      if (!isPromiseLike(found)) return found
      return Promise.resolve(found).catch((error) => failed(name, error))
    } catch (error) {
      return failed(name, error)
    }
  }
}
