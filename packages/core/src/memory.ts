// The store that forgets: for tests, and for a daemon started with --memory.
import type { Endpoint } from './model/endpoint.ts'
import { type EndpointStore, type NameRange, StoreError } from './model/store.ts'
import { compareUtf8 } from './model/utf8.ts'

export type { Endpoint } from './model/endpoint.ts'
export type { Awaitable, EndpointStore, NameRange } from './model/store.ts'

/** A store in memory, empty at first and gone with the process. */
export function createMemoryStore(): EndpointStore {
  const endpoints = new Map<string, Endpoint>()
  let sorted: readonly string[] | undefined
  let isClosed = false

  function open(): Map<string, Endpoint> {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    return endpoints
  }

  function* inRange({ prefix = '', after }: NameRange): Generator<string> {
    const names = open().keys()
    sorted ??= [...names].sort(compareUtf8)
    for (const name of sorted) {
      if (!name.startsWith(prefix)) {
        if (compareUtf8(name, prefix) > 0) return
      } else if (after === undefined || compareUtf8(name, after) > 0) yield name
    }
  }

  return {
    kind: 'memory',
    get: (name) => open().get(name),
    async put(endpoint) {
      if (!open().has(endpoint.name)) sorted = undefined
      endpoints.set(endpoint.name, endpoint)
    },
    async remove(name) {
      const existed = open().delete(name)
      if (existed) sorted = undefined
      return existed
    },
    async clear() {
      const { size } = open()
      endpoints.clear()
      sorted = undefined
      return size
    },
    async *list(range = {}) {
      for (const name of inRange(range)) {
        const endpoint = open().get(name)
        if (endpoint) yield endpoint
      }
    },
    async *names(range = {}) {
      yield* inRange(range)
    },
    count: async () => open().size,
    async check() {
      open()
    },
    async close() {
      isClosed = true
    },
  }
}
