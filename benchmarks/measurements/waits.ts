// Keeps waits for requests open during some work.
import { setMaxListeners } from 'node:events'

/** Does the work while waits are open, then ends them. Rejects if a wait ends before the work. */
export async function whileWaiting(
  count: number,
  wait: (signal: AbortSignal) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  let ended = 0
  const waits = Array.from({ length: count }, () =>
    wait(end.signal)
      .catch((error: unknown) => error)
      .finally(() => ended++),
  )
  try {
    await work()
    if (ended > 0) throw new Error(`${ended} of ${count} waits ended: ${await waits[0]}`)
  } finally {
    end.abort()
    await Promise.all(waits)
  }
}
