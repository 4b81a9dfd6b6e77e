// Notices that Redis says nothing, by the pings of a connection on which nothing large comes.
// Not the global ones, which fake timers replace.
import { clearInterval, setInterval } from 'node:timers'
import { type Client, heartbeat } from './client.ts'

/** How many pings in a row Redis may leave without a reply: it is silent after 1.5 to 2 seconds. */
const mostMissed = 3

export interface Silence {
  /** At least so many milliseconds have passed since the last reply. */
  lasts(): number
  end(): void
}

/**
 * Calls `silent` when Redis replies no more. While it may be busy, which is looked at with each ping,
 * nothing is held against it.
 */
export function watchForSilence(
  client: Client,
  { mayBeBusy, silent }: { readonly mayBeBusy: () => boolean; readonly silent: () => void },
): Silence {
  let missed = 0
  let counted = 0
  client.on('ping-interval', () => {
    missed = 0
    counted = 0
  })
  // Counted, not measured: where this process stands still, replies are there and not read yet.
  const timer = setInterval(() => {
    counted += 1
    missed = mayBeBusy() ? 0 : missed + 1
    if (missed > mostMissed) silent()
  }, heartbeat)
  return { lasts: () => Math.max(0, counted - 1) * heartbeat, end: () => clearInterval(timer) }
}
