// Random choices for what is fuzzed: those of one body hang on the seed and its index alone.
import { createRandom } from '../lib/random.ts'

export interface Choices {
  /** An integer from 0 up to, but not, `below`. */
  integer(below: number): number
  /** True once in so many times. */
  oneIn(times: number): boolean
  pick<T>(items: readonly T[]): T
}

export function createChoices(seed: number, index: number): Choices {
  const mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)
  const { below: integer } = createRandom(mixed)
  return {
    integer,
    oneIn: (times) => integer(times) === 0,
    pick: <T>(items: readonly T[]) => items[integer(items.length)] as T,
  }
}
