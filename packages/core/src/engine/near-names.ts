// The names like one that is unknown. Whoever asks for it waits a few milliseconds longer, and others
// next to nothing: what is not found in that time is left out.

import { nearMisses } from '../model/problem/near-miss.ts'
import type { EndpointStore, NameRange } from '../model/store/store.ts'
import { type Clock, realClock, type Timer } from '../model/time/clock.ts'
import { createAllowance } from './allowance.ts'

/** Up to three names like this one, nearest first. */
export type NearNames = (name: string) => Promise<string[]>

/** How many names a range gives at most, and about how many characters: some reads of LevelDB. */
const mostNames = 1000
const mostText = 64 * 1024
/** What it costs to read a name, in characters compared with characters. */
const costOfReading = 200
/** For how many milliseconds a search waits for the store. */
const patience = 5

/** Looks among the names that begin alike, then among the first ones of the store. */
export function createNearNames(
  store: Pick<EndpointStore, 'names'>,
  clock: Clock = realClock,
): NearNames {
  const allowance = createAllowance(clock)
  // The store is searched for one name at a time.
  let last: Promise<unknown> = Promise.resolve()

  return async (name) => {
    const found = new Set<string>()
    const budget = allowance.begin()
    const waiting = createWaiting(clock)
    const search = async (): Promise<void> => {
      const mayGoOn = (): boolean => !waiting.isOver() && budget.spend(costOfReading)
      for (const range of [{ prefix: [...name].slice(0, 3).join('') }, {}]) {
        if (!waiting.isOver()) await read(store, range, found, mayGoOn)
      }
    }
    const searching = last.then(search)
    // Whoever asked hears of an error; those who come next only wait for the end.
    last = searching.catch(() => {})
    try {
      await Promise.race([searching, waiting.over])
      return nearMisses(name, found, 3, budget.spend)
    } finally {
      waiting.end()
      budget.end()
    }
  }
}

async function read(
  store: Pick<EndpointStore, 'names'>,
  range: NameRange,
  found: Set<string>,
  mayGoOn: () => boolean,
): Promise<void> {
  let names = 0
  let text = 0
  for await (const page of store.names(range)) {
    for (const name of page) {
      found.add(name)
      names += 1
      text += name.length
      if (names === mostNames || text >= mostText || !mayGoOn()) return
    }
  }
}

interface Waiting {
  readonly over: Promise<void>
  isOver(): boolean
  end(): void
}

/**
 * Counts milliseconds one by one. When the process stood still for longer, what the store has
 * answered meanwhile comes first.
 */
function createWaiting(clock: Clock): Waiting {
  let left = patience
  let timer: Timer
  const over = new Promise<void>((resolve) => {
    const wait = (): void => {
      timer = clock.setTimeout(tick, 1)
    }
    const tick = (): void => {
      left -= 1
      if (left === 0) resolve()
      else wait()
    }
    wait()
  })
  return { over, isOver: () => left === 0, end: () => clock.clearTimeout(timer) }
}
