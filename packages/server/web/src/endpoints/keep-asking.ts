// Asks the service again and again while the page is visible.

/** A pause is this many times as long as the call, to keep the load on the service low. */
const restPerWork = 20

interface Asking {
  /** Asks the service. Handles its own errors. */
  readonly ask: () => Promise<unknown>
  /** Returns the shortest pause before the next call, in milliseconds. Default: 2,000. */
  readonly leastPause?: () => number
}

/** Asks after each pause and on a return to the page. Returns a function that stops this. */
export function keepAsking({ ask, leastPause = () => 2000 }: Asking): () => void {
  let timer = 0
  let round = 0

  function plan(pause: number): void {
    timer = window.setTimeout(askNow, pause)
  }

  async function askNow(): Promise<void> {
    clearTimeout(timer)
    const own = ++round
    if (document.hidden) return
    const start = performance.now()
    await ask()
    if (own !== round) return
    plan(Math.max(leastPause(), restPerWork * (performance.now() - start)))
  }

  plan(leastPause())
  document.addEventListener('visibilitychange', askNow)
  return () => {
    round += 1
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', askNow)
  }
}
