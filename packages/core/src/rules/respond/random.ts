// Random numbers that are the same whenever the seed is the same.

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number

/** Returns a random seed: an integer of 32 bits. */
export function anySeed(): number {
  return globalThis.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}

/** splitmix32. Its state is a counter, so any seed works, and adjacent seeds are unrelated. */
function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    mixed ^= mixed >>> 15
    return (mixed >>> 0) / 0x1_0000_0000
  }
}

/** The numbers that are drawn from a seed. */
export interface Draws {
  readonly random: Random
  /** Whether any number was drawn since the start, or since the last restart. */
  readonly hasDrawn: boolean
  /** Starts again from the seed. */
  restart(): void
}

export function createDraws(seed: number): Draws {
  let next = createRandom(seed)
  let hasDrawn = false
  return {
    random() {
      hasDrawn = true
      return next()
    },
    get hasDrawn() {
      return hasDrawn
    },
    restart() {
      next = createRandom(seed)
      hasDrawn = false
    },
  }
}
