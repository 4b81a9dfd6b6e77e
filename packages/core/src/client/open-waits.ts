// The waits that are open, and how they end when their test or their service is over.

export interface OpenWaits {
  /** Begins a wait, which has to end with the signal's reason when that aborts. */
  start<T>(words: string, wait: (givenUp: AbortSignal) => Promise<T>): Promise<T>
  giveUp(why: string): void
}

/** When a scope aborts, the waits that began in it are given up; its reason says why. */
export function createOpenWaits(
  scopeNow: () => AbortSignal | undefined = () => undefined,
): OpenWaits {
  const open = new Set<(why: string) => void>()

  function start<T>(words: string, wait: (givenUp: AbortSignal) => Promise<T>): Promise<T> {
    const scope = scopeNow()
    const end = new AbortController()
    const giveUp = (why: string): void => {
      // A test that failed no longer awaits it: this is not an error that nobody handled.
      waiting.catch(() => {})
      end.abort(new Error(`The wait for a request${words} was given up: ${why}.`))
    }
    const leave = (): void => giveUp(String(scope?.reason))
    // Not `then`: with a second listener of the promise, the stack would not lead to the caller.
    const run = async (): Promise<T> => {
      try {
        return await wait(end.signal)
      } finally {
        open.delete(giveUp)
        scope?.removeEventListener('abort', leave)
      }
    }
    open.add(giveUp)
    scope?.addEventListener('abort', leave)
    const waiting = run()
    if (scope?.aborted) leave()
    return waiting
  }

  return {
    start,
    giveUp(why) {
      for (const giveUp of open) giveUp(why)
    },
  }
}
