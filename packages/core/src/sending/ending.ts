// The end of a delivery, for which all that it waits for listens: thousands of timers, too many for one
// `AbortSignal`.

export interface Ending {
  readonly isEnded: boolean
  /** Calls back all that listen, once. */
  end(): void
  /** Throws when it is ended. */
  check(): void
  /** Calls back when it ends, or now if it is ended. Returns what stops listening. */
  listen(callback: () => void): () => void
}

export function createEnding(): Ending {
  const listeners = new Set<() => void>()
  let isEnded = false
  return {
    get isEnded() {
      return isEnded
    },
    end() {
      isEnded = true
      const all = [...listeners]
      listeners.clear()
      for (const callback of all) callback()
    },
    check() {
      if (isEnded) throw cancelled()
    },
    listen(callback) {
      if (isEnded) callback()
      else listeners.add(callback)
      return () => void listeners.delete(callback)
    },
  }
}

export function cancelled(): Error {
  return new Error('The delivery was cancelled.')
}
