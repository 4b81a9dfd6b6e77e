// The endpoints of a store in memory.
import type { Endpoint } from '../model/endpoint.ts'
import { createNameOrder } from '../model/name-order.ts'
import type { NameRange } from '../model/store.ts'
import { type Account, sizeOfEndpoint } from './budget.ts'

export interface MemoryEndpoints {
  get(name: string): Endpoint | undefined
  put(endpoint: Endpoint): void
  remove(name: string): boolean
  /** Returns how many there were. */
  clear(): number
  names(range: NameRange): Generator<string>
  count(): number
}

export function createMemoryEndpoints(account: Account): MemoryEndpoints {
  const endpoints = new Map<string, Endpoint>()
  const order = createNameOrder(() => endpoints.keys())

  return {
    get: (name) => endpoints.get(name),
    put(endpoint) {
      const former = endpoints.get(endpoint.name)
      account.replace(sizeOfEndpoint(former), sizeOfEndpoint(endpoint))
      endpoints.set(endpoint.name, endpoint)
      if (!former) order.added(endpoint.name)
    },
    remove(name) {
      const former = endpoints.get(name)
      if (!former) return false
      endpoints.delete(name)
      account.free(sizeOfEndpoint(former))
      order.removed(name)
      return true
    },
    clear() {
      const { size } = endpoints
      endpoints.clear()
      account.freeAll()
      order.cleared()
      return size
    },
    names: (range) => order.inRange(range),
    count: () => endpoints.size,
  }
}
