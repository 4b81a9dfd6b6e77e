// Waits that are open for as long as something is done.
import { setMaxListeners } from 'node:events'

/** Rejects when a wait ends before the work does. Ends the waits afterwards. */
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
