// Detects that Redis is silent, by the pings of a connection that has no large replies.
// Not the global ones, which fake timers replace.
import { clearInterval, setInterval } from 'node:timers'
import { type Client, heartbeat } from './client.ts'

/** Pings that Redis may miss in a row. With one more, after 1.5 to 2 seconds, it is silent. */
const mostMissed = 3

export interface Silence {
  /** Returns the milliseconds since the last reply, at least. */
  lasts(): number
  end(): void
}

/**
 * Calls `silent` when Redis no longer replies. Missed pings do not count while it may be busy, as
 * checked with each ping.
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
  // Counted, not measured, because after a pause of this process replies may wait to be read.
  const timer = setInterval(() => {
    counted += 1
    missed = mayBeBusy() ? 0 : missed + 1
    if (missed > mostMissed) silent()
  }, heartbeat)
  return { lasts: () => Math.max(0, counted - 1) * heartbeat, end: () => clearInterval(timer) }
}
