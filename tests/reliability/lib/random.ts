// Random numbers that are reproducible by their seed, and data made of them.
import { randomInt } from 'node:crypto'

export interface Random {
  readonly seed: number
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns a whole number from 0 to below the limit. */
  below(limit: number): number
}

/** Uses mulberry32. The default seed is `RELIABILITY_SEED`, or a random one. */
export function createRandom(
  seed: number = Number(process.env['RELIABILITY_SEED'] ?? randomInt(2 ** 31)),
): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { seed, next, below: (limit) => Math.floor(next() * limit) }
}

/** Returns JSON of about this length that parsing would change, and that does not compress. */
export function randomData(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += random.below(36 ** 6).toString(36)
  return `{"n":${random.below(10)}.10, "id":1234567890123456789${random.below(10)},"text":"${text}"}`
}
