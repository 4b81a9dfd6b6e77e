// A subscription to a channel, for as long as there are listeners and a little longer.
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import type { Link, Session } from './link.ts'

export interface Hearing {
  /** Must be called when a session begins. */
  begin(session: Session): Promise<void>
  /** Adds a listener. Resolves once it is subscribed, to a function that removes it. */
  listen(listener: () => void): Promise<() => void>
  /** Calls the listeners, whether anything was published or not. */
  tell(): void
}

/** Milliseconds for which the subscription remains after the last listener was removed. */
const linger = 1_000

export function createHearing(channel: string, link: () => Link): Hearing {
  const listeners = new Set<() => void>()
  let subscribed: Promise<void> | undefined
  /** The last request to unsubscribe. A new subscription waits for it. */
  let last: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    for (const listener of listeners) listener()
  }

  function leave(): void {
    subscribed = undefined
    // An error is harmless, because the subscription ends with the session.
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
