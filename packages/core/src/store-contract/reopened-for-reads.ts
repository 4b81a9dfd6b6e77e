// Tests the persistence of a store: closes it and opens it again before each read.
import type { Awaitable, EndpointStore } from '../model/store/store.ts'

/**
 * Wraps a persistent store, so that it is closed and opened again before each read, and a read
 * returns only persisted data. `open` opens the same place each time. With `describeStore`, it
 * checks the same contract again with nothing left in memory.
 */
export async function reopenedForReads(
  open: () => Awaitable<EndpointStore>,
): Promise<EndpointStore> {
  let store = await open()
  let isClosed = false
  const reopened = async (): Promise<EndpointStore> => {
    if (isClosed) return store
    await store.close()
    store = await open()
    return store
  }
  return {
    kind: store.kind,
    get: async (name) => (await reopened()).get(name),
    put: (endpoint) => store.put(endpoint),
    remove: (name) => store.remove(name),
    clear: () => store.clear(),
    async *list(range, onUnreadable) {
      yield* (await reopened()).list(range, onUnreadable)
    },
    async *names(range) {
      yield* (await reopened()).names(range)
    },
    putRule: (rule) => store.putRule(rule),
    putAll: (endpoints, rules) => store.putAll(endpoints, rules),
    removeRule: (id) => store.removeRule(id),
    clearRules: (endpoint) => store.clearRules(endpoint),
    getRule: async (id) => (await reopened()).getRule(id),
    rulesOf: async (endpoint) => (await reopened()).rulesOf(endpoint),
    async *namesWithRules(range) {
      yield* (await reopened()).namesWithRules(range)
    },
    countRules: async (endpoint) => (await reopened()).countRules(endpoint),
    count: async () => (await reopened()).count(),
    check: () => store.check(),
    close() {
      isClosed = true
      return store.close()
    },
  }
}
