// Limits how many attempts are in progress at once. Others wait, first come, first served.
export interface Turns {
  /** Does the work when its turn comes. */
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(limit: number): Turns {
  /** Functions that start waiting work, in the order in which it arrived. */
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
