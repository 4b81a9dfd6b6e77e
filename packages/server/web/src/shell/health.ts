// How the service is, asked now and then while somebody looks.
import type { Health } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, isLocked, messageOf } from '../api/control.ts'

/** `undefined` before it is known, and while the service asks for a token. */
export const health = signal<ShownHealth | undefined>(undefined)

export interface ShownHealth extends Partial<Pick<Health, 'version' | 'reason'>> {
  readonly status: Health['status'] | 'unreachable'
}

const interval = 5000

/** Asks every few seconds, but for a page that is hidden. */
export function watchHealth(): void {
  const ask = async (): Promise<void> => {
    if (!document.hidden) health.value = await askHealth()
  }
  // At once, and when it has been given its token.
  isLocked.subscribe((isNow) => void (isNow || ask()))
  setInterval(ask, interval)
  document.addEventListener('visibilitychange', ask)
}

async function askHealth(): Promise<ShownHealth | undefined> {
  try {
    return await control.getHealth(undefined)
  } catch (error) {
    return isLocked.peek() ? undefined : { status: 'unreachable', reason: messageOf(error) }
  }
}
