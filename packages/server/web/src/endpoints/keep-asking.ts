// Asks the service something again and again, for as long as somebody looks.

/** The service shall not be busy with answering the page: it rests so many times as long. */
const restPerWork = 20

interface Asking {
  /** What is asked. It deals with its errors itself. */
  readonly ask: () => Promise<unknown>
  /** The shortest pause before it is asked again, in milliseconds. Default: 2,000. */
  readonly leastPause?: () => number
}

/** Asks after a pause, and at once when somebody comes back to the page. Returns what ends that. */
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
