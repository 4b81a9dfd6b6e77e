// The names whose records were found to be unreadable, for the health check.
import { isPromiseLike } from '../model/awaitable.ts'
import { type EndpointStore, StoreError } from '../model/store.ts'
import { copyText } from '../model/utf8.ts'

/** More are not remembered: one is enough to tell that something is wrong. */
export const mostUnreadable = 100

export interface UnreadableNames {
  add(name: string): void
  /** The names whose records still cannot be read, which takes a read of each. */
  still(): Promise<string[]>
}

export function createUnreadableNames(get: EndpointStore['get']): UnreadableNames {
  const names = new Set<string>()

  async function forgetIfReadable(name: string): Promise<void> {
    try {
      await get(name)
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

/** Reads an endpoint, and passes its name on when its record cannot be read. */
export function notingUnreadable(
  get: EndpointStore['get'],
  note: (name: string) => void,
): EndpointStore['get'] {
  function failed(name: string, error: unknown): never {
    if (error instanceof StoreError && error.kind === 'corrupt') note(name)
    throw error
  }
  return (name) => {
    try {
      const found = get(name)
      if (!isPromiseLike(found)) return found
      return Promise.resolve(found).catch((error) => failed(name, error))
    } catch (error) {
      return failed(name, error)
    }
  }
}
