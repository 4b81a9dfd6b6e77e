// The reads of a store. SQLite is synchronous, so reading one record needs no promise.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { pagesIn } from './names.ts'
import { toStoreError } from './store-error.ts'
import type { Contents } from './writes.ts'

export type Reads = Pick<
  EndpointStore,
  'get' | 'list' | 'names' | 'count' | 'getRule' | 'rulesOf' | 'namesWithRules' | 'countRules'
>

/** `opened` returns the contents, or throws when the store is closed. */
export function createReads(opened: () => Contents): Reads {
  return {
    get: (name) => opened().endpoints.get(name),
    async *list(range = {}, onUnreadable) {
      for (const page of pagesIn(() => opened().endpoints, range)) {
        for (const name of page) {
          const endpoint = read(name, opened(), onUnreadable)
          if (endpoint) yield endpoint
        }
      }
    },
    async *names(range = {}) {
      yield* pagesIn(() => opened().endpoints, range)
    },
    count: async () => opened().endpoints.count(),
    getRule: (id) => opened().rules.get(id),
    rulesOf: (endpoint) => opened().rules.of(endpoint),
    async *namesWithRules(range = {}) {
      for (const page of pagesIn(() => opened().rules, range)) yield* page
    },
    countRules: (endpoint) => opened().rules.count(endpoint),
  }
}

/** Returns `undefined` if the endpoint is gone, or is unreadable and there is an `onUnreadable`. */
function read(
  name: string,
  { endpoints }: Contents,
  onUnreadable: ((name: string) => void) | undefined,
): Endpoint | undefined {
  try {
    return endpoints.get(name)
  } catch (error) {
    if (!onUnreadable || toStoreError(error).kind !== 'corrupt') throw error
    onUnreadable(name)
    return undefined
  }
}
