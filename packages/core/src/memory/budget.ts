// How many bytes of memory endpoints and rules take, and how many they may take.
import type { Endpoint } from '../model/endpoint.ts'
import type { StoredRule } from '../model/rule.ts'
import { StoreError } from '../model/store.ts'

/** What one part of the store takes of the bytes that all parts share. */
export interface Account {
  /** Counts the bytes in place of the former ones. Throws a `StoreError` (`full`) if they do not fit. */
  replace(former: number, bytes: number): void
  free(bytes: number): void
  freeAll(): void
}

/** Returns a function that opens an account. */
export function createBudget(maxBytes: number): () => Account {
  let takenByAll = 0
  return () => {
    let taken = 0
    const take = (bytes: number): void => {
      taken += bytes
      takenByAll += bytes
    }
    return {
      replace(former, bytes) {
        const grown = bytes - former
        if (grown > 0 && takenByAll + grown > maxBytes) throw full(maxBytes)
        take(grown)
      },
      free: (bytes) => take(-bytes),
      freeAll: () => take(-taken),
    }
  }
}

/** About how many bytes of memory an endpoint takes; 0 if there is none. */
export function sizeOfEndpoint(endpoint: Endpoint | undefined): number {
  return endpoint ? sizeOf(endpoint.name.length, endpoint.data) : 0
}

/** About how many bytes of memory a rule takes; 0 if there is none. */
export function sizeOfRule(rule: StoredRule | undefined): number {
  return rule ? sizeOf(rule.id.length + rule.endpoint.length, rule.text) : 0
}

function sizeOf(others: number, text: string): number {
  return overhead + (text.length + others) * (isWide.test(text) ? 2 : 1)
}

/** The object, its entries in maps, and what its texts take beside their characters. */
const overhead = 200
/** Of a text with such a character, engines keep two bytes for each. */
const isWide = /[\u0100-\uffff]/

function full(maxBytes: number): StoreError {
  const detail = `Endpoints and rules in memory may take ${maxBytes} bytes (option maxBytes, flag --memory-bytes). Remove some, or raise that.`
  return new StoreError('full', detail)
}
