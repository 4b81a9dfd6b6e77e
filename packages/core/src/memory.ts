// The store that forgets: for tests, and for a daemon started with --memory.
import type { Endpoint } from './model/endpoint.ts'
import { type EndpointStore, type NameRange, StoreError } from './model/store.ts'
import { compareUtf8 } from './model/utf8.ts'

export type { Endpoint } from './model/endpoint.ts'
export type { Awaitable, EndpointStore, NameRange } from './model/store.ts'

/** How a store in memory is made. */
export interface MemoryStoreOptions {
  /**
   * How many bytes of memory its endpoints may take. One that would go beyond is refused with a
   * `StoreError` (`full`). Default: 256 MiB.
   */
  readonly maxBytes?: number | undefined
}

/** A store in memory, empty at first and gone with the process. */
export function createMemoryStore({
  maxBytes = 256 * 1024 * 1024,
}: MemoryStoreOptions = {}): EndpointStore {
  const endpoints = new Map<string, Endpoint>()
  let bytes = 0
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
      const former = open().get(endpoint.name)
      const grown = sizeOf(endpoint) - sizeOf(former)
      if (grown > 0 && bytes + grown > maxBytes) throw full(maxBytes)
      if (!former) sorted = undefined
      endpoints.set(endpoint.name, endpoint)
      bytes += grown
    },
    async remove(name) {
      const former = open().get(name)
      if (!former) return false
      endpoints.delete(name)
      bytes -= sizeOf(former)
      sorted = undefined
      return true
    },
    async clear() {
      const { size } = open()
      endpoints.clear()
      bytes = 0
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

/** About how many bytes of memory an endpoint takes. */
function sizeOf(endpoint: Endpoint | undefined): number {
  if (!endpoint) return 0
  const { name, data } = endpoint
  return overhead + (data.length + name.length) * (isWide.test(data) ? 2 : 1)
}

/** The object, its entry in the map, and what its texts take beside their characters. */
const overhead = 200
/** Of a text with such a character, engines keep two bytes for each. */
const isWide = /[\u0100-\uffff]/

function full(maxBytes: number): StoreError {
  const detail = `Endpoints in memory may take ${maxBytes} bytes (option maxBytes, flag --memory-bytes). Remove some, or raise that.`
  return new StoreError('full', detail)
}
