// Limits the bytes of memory that endpoints and rules take.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import type { StoredRule } from '../model/rule/rule.ts'
import { StoreError } from '../model/store/store.ts'

/** The bytes that all parts of the store share. */
export interface Budget {
  /** Throws a `StoreError` (`full`) if that many more bytes do not fit. */
  admit(growth: number): void
  openAccount(): Account
}

/** The bytes that one part of the store takes. */
export interface Account {
  /** Adds to the bytes taken. A negative number frees bytes. */
  add(bytes: number): void
  freeAll(): void
}

export function createBudget(maxBytes: number): Budget {
  let takenByAll = 0
  return {
    admit(growth) {
      if (growth > 0 && takenByAll + growth > maxBytes) throw full(maxBytes)
    },
    openAccount() {
      let taken = 0
      const add = (bytes: number): void => {
        taken += bytes
        takenByAll += bytes
      }
      return { add, freeAll: () => add(-taken) }
    },
  }
}

/** Returns the growth in bytes if records replace former ones. The last of each key counts. */
export function growthOf<T>(records: readonly T[], { keyOf, sizeOf, former }: Sizes<T>): number {
  const sizes = new Map<string, number>()
  let growth = 0
  for (const record of records) {
    const key = keyOf(record)
    const size = sizeOf(record)
    growth += size - (sizes.get(key) ?? sizeOf(former(key)))
    // A single record cannot replace itself.
    if (records.length > 1) sizes.set(key, size)
  }
  return growth
}

interface Sizes<T> {
  readonly keyOf: (record: T) => string
  readonly sizeOf: (record: T | undefined) => number
  /** The record that is stored under a key. */
  readonly former: (key: string) => T | undefined
}

/** Returns roughly how many bytes of memory an endpoint takes; 0 if there is none. */
export function sizeOfEndpoint(endpoint: Endpoint | undefined): number {
  return endpoint ? sizeOf(endpoint.name.length, endpoint.data) : 0
}

/** Returns roughly how many bytes of memory a rule takes; 0 if there is none. */
export function sizeOfRule(rule: StoredRule | undefined): number {
  return rule ? sizeOf(rule.id.length + rule.endpoint.length, rule.text) : 0
}

function sizeOf(others: number, text: string): number {
  return overhead + (text.length + others) * (isWide.test(text) ? 2 : 1)
}

/** Bytes of the object, its map entries, and its texts except their characters. */
const overhead = 200
/** Engines use two bytes for each character of a text that contains one of these. */
const isWide = /[\u0100-\uffff]/

function full(maxBytes: number): StoreError {
  const detail = `Endpoints and rules in memory may take ${maxBytes} bytes (option maxBytes, flag --memory-bytes). Remove some, or raise that.`
  return new StoreError('full', detail)
}
