// The endpoints of a store in memory.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { createNameOrder } from '../model/endpoint/name-order.ts'
import type { NameRange } from '../model/store/store.ts'
import { type Account, growthOf, sizeOfEndpoint } from './budget.ts'

export interface MemoryEndpoints {
  get(name: string): Endpoint | undefined
  /** Returns the growth in bytes if these replace the former ones. */
  growth(endpoints: readonly Endpoint[]): number
  /** `growth` must be the result of `growth()` for them. */
  putAll(endpoints: readonly Endpoint[], growth: number): void
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
    growth: (given) =>
      growthOf(given, {
        keyOf: ({ name }) => name,
        sizeOf: sizeOfEndpoint,
        former: (name) => endpoints.get(name),
      }),
    putAll(given, growth) {
      account.add(growth)
      for (const endpoint of given) {
        if (!endpoints.has(endpoint.name)) order.added(endpoint.name)
        endpoints.set(endpoint.name, endpoint)
      }
    },
    remove(name) {
      const former = endpoints.get(name)
      if (!former) return false
      endpoints.delete(name)
      account.add(-sizeOfEndpoint(former))
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
