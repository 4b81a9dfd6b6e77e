// The names whose endpoint or rules could not be read, for the health check.

import { copyText } from '../model/json/utf8.ts'
import { StoreError } from '../model/store/store.ts'
import { type Awaitable, isPromiseLike } from '../model/time/awaitable.ts'

/** Maximum number of names kept. One is enough to show that something is wrong. */
export const mostUnreadable = 100

export interface UnreadableNames {
  add(name: string): void
  /** Resolves to the names that still cannot be read. Reads each of them. */
  still(): Promise<string[]>
}

/** `read` fails with a `StoreError` for an unreadable name. `known` are names found before. */
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
      // Also kept when the store itself fails, because the name may still be unreadable.
      if (!(error instanceof StoreError)) throw error
    }
  }

  return {
    add(name) {
      // It may be part of a URL, which it would keep alive.
      if (names.size < mostUnreadable) names.add(copyText(name))
    },
    async still() {
      for (const name of names) await forgetIfReadable(name)
      return [...names]
    },
  }
}

/** Returns a `read` that also calls `note` with the name when its data is corrupt. */
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
