// How many attempts are under way at once: the others wait for their turn, first come, first served.
export interface Turns {
  /** Does the work when it is its turn. */
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(limit: number): Turns {
  /** In the order in which they came. */
  const waiting = new Set<() => void>()
  let free = limit

  function leave(): void {
    const [begin] = waiting
    if (!begin) free += 1
    else {
      waiting.delete(begin)
      begin()
    }
  }

  return {
    async take(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((begin) => waiting.add(begin))
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
