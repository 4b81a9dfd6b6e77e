// Finds the distinct names of an object by their digests.
import type { JsonNode } from './json-tree.ts'

/** The names of an object, as places of digests. Of equal digests, it has only the last. */
export interface Distinct {
  /** Prepares for the names of another object. */
  begin(count: number): void
  put(name: JsonNode): void
  /** Number of slots. */
  size(): number
  /** Returns the name in a slot, or 0 if the slot is free. */
  at(slot: number): JsonNode
}

/**
 * Creates a hash table with open addressing. A digest has two parts, at its place and after it. The
 * multipliers are random and odd, so no client can choose names that collide in the table: for two
 * different digests, that is as rare as by chance.
 */
export function createDistinct(digests: Int32Array): Distinct {
  const [factor, otherFactor] = [randomOdd(), randomOdd()]
  let table = new Int32Array(0)
  let bits = 0
  return {
    begin(count) {
      // At least twice as many slots as names.
      bits = 32 - Math.clz32(2 * count - 1)
      if (1 << bits > table.length) table = new Int32Array(1 << bits)
      else for (let i = 0; i < 1 << bits; i++) table[i] = 0
    },
    put(name) {
      const one = digests[name] as number
      const other = digests[name + 1] as number
      const hash = Math.imul(one, factor) + Math.imul(other, otherFactor)
      let at = (hash | 0) >>> (32 - bits)
      for (;;) {
        const found = table[at] as number
        if (found === 0) break
        if (digests[found] === one && digests[found + 1] === other) break
        at = (at + 1) & ((1 << bits) - 1)
      }
      table[at] = name
    },
    size: () => 1 << bits,
    at: (slot) => table[slot] as number,
  }
}

function randomOdd(): number {
  return Math.floor(Math.random() * 2 ** 32) | 1
}
