// Hears what is published on a channel, for as long as somebody listens and a little longer.
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import type { Link, Session } from './link.ts'

export interface Hearing {
  /** To be called as a session begins. */
  begin(session: Session): Promise<void>
  /** Listens from when it resolves. Resolves to what ends it. */
  listen(listener: () => void): Promise<() => void>
  /** Tells the listeners, whether anything was published or not. */
  tell(): void
}

/** Who listens again within so many milliseconds finds the channel open. */
const linger = 1_000

export function createHearing(channel: string, link: () => Link): Hearing {
  const listeners = new Set<() => void>()
  let subscribed: Promise<void> | undefined
  /** What was last asked of Redis, for the next to come behind it. */
  let last: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function leave(): void {
    subscribed = undefined
    // With the session, it ends in any case.
    last = last.then(() => link().unsubscribe(channel)).catch(() => {})
  }

  return {
    async begin(session) {
      last = Promise.resolve()
      subscribed = listeners.size > 0 ? session.subscribe(channel, tell) : undefined
      await subscribed
    },
    async listen(listener) {
      clearTimeout(timer)
      const told = (): void => listener()
      listeners.add(told)
      const mine = subscribed ?? last.then(() => link().subscribe(channel, tell))
      subscribed = mine
      try {
        await mine
      } catch (error) {
        listeners.delete(told)
        if (subscribed === mine) subscribed = undefined
        throw error
      }
      return () => {
        listeners.delete(told)
        clearTimeout(timer)
        if (listeners.size === 0) timer = setTimeout(leave, linger).unref()
      }
    },
    tell,
  }
}
