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
  return {
    start(words, wait) {
      const scope = scopeNow()
      const end = new AbortController()
      const waiting = wait(end.signal)
      const giveUp = (why: string): void => {
        // A test that failed no longer awaits it: this is not an error that nobody handled.
        waiting.catch(() => {})
        end.abort(new Error(`The wait for a request${words} was given up: ${why}.`))
      }
      const leave = (): void => giveUp(String(scope?.reason))
      const forget = (): void => {
        open.delete(giveUp)
        scope?.removeEventListener('abort', leave)
      }
      open.add(giveUp)
      scope?.addEventListener('abort', leave)
      if (scope?.aborted) leave()
      waiting.then(forget, forget)
      return waiting
    },
    giveUp(why) {
      for (const giveUp of open) giveUp(why)
    },
  }
}
