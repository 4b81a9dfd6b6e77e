// The end of a delivery. Its timers and requests listen to it. There can be thousands, too many for
// one `AbortSignal`.

export interface Ending {
  readonly isEnded: boolean
  /** Ends the delivery, and calls each listener once. */
  end(): void
  /** Throws if the delivery has ended. */
  check(): void
  /** Calls back at the end, or now if it has ended. Returns a function to stop listening. */
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
