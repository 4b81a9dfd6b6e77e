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
  /** The names in order, from the first time that somebody asks for them. */
  let sorted: string[] | undefined
  let changes = 0
  let isClosed = false

  function open(): Map<string, Endpoint> {
    if (isClosed) throw new StoreError('unavailable', 'The store is closed.')
    return endpoints
  }

  function* inRange({ prefix = '', after }: NameRange): Generator<string> {
    let last = after
    let seen = -1
    for (let i = 0; ; i++) {
      const names = open().keys()
      sorted ??= [...names].sort(compareUtf8)
      if (seen !== changes) {
        i = Math.max(firstFrom(sorted, prefix), last === undefined ? 0 : firstBehind(sorted, last))
      }
      seen = changes
      const name = sorted[i]
      if (!name?.startsWith(prefix)) return
      last = name
      yield name
    }
  }

  return {
    kind: 'memory',
    get: (name) => open().get(name),
    async put(endpoint) {
      const former = open().get(endpoint.name)
      const grown = sizeOf(endpoint) - sizeOf(former)
      if (grown > 0 && bytes + grown > maxBytes) throw full(maxBytes)
      if (!former) {
        changes += 1
        sorted?.splice(firstFrom(sorted, endpoint.name), 0, endpoint.name)
      }
      endpoints.set(endpoint.name, endpoint)
      bytes += grown
    },
    async remove(name) {
      const former = open().get(name)
      if (!former) return false
      endpoints.delete(name)
      bytes -= sizeOf(former)
      changes += 1
      sorted?.splice(firstFrom(sorted, name), 1)
      return true
    },
    async clear() {
      const { size } = open()
      endpoints.clear()
      bytes = 0
      changes += 1
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

/** Where the first name is that is not before this one. */
function firstFrom(names: readonly string[], wanted: string): number {
  let low = 0
  for (let high = names.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (compareUtf8(names[middle] ?? '', wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function firstBehind(names: readonly string[], wanted: string): number {
  const first = firstFrom(names, wanted)
  return names[first] === wanted ? first + 1 : first
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
