// Random choices for fuzzing. The choices for one body depend only on the seed and its index.
import { createRandom } from '../lib/random.ts'

export interface Choices {
  /** Returns an integer from 0 up to, but not including, `below`. */
  integer(below: number): number
  /** Returns true once in so many times on average. */
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
