// The health of the service, read regularly while the page is visible.
import type { Health } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, isLocked, messageOf } from '../api/control.ts'
import { keepAsking } from '../endpoints/keep-asking.ts'

/** `undefined` before it is known, and while the service requires a token. */
export const health = signal<ShownHealth | undefined>(undefined)

export interface ShownHealth
  extends Partial<Pick<Health, 'version' | 'reason' | 'files' | 'origins'>> {
  readonly status: Health['status'] | 'unreachable'
}

/** In milliseconds. Shorter if files are watched, so that their faults appear soon. */
const leastPause = (): number => (health.peek()?.files?.watched ? 1000 : 5000)

/** Reads the health regularly while the page is visible, see `leastPause`. */
export function watchHealth(): void {
  let end: (() => void) | undefined
  const ask = async (): Promise<void> => {
    health.value = await askHealth()
  }
  // Runs immediately, and again when the user has entered a token.
  isLocked.subscribe(async (isNow) => {
    if (isNow) return
    if (!document.hidden) await ask()
    end?.()
    end = keepAsking({ ask, leastPause })
  })
}

async function askHealth(): Promise<ShownHealth | undefined> {
  try {
    return await control.getHealth(undefined)
  } catch (error) {
    if (isLocked.peek()) return undefined
    // Keeps the faults of the files, because they are still there.
    return { ...health.peek(), status: 'unreachable', reason: messageOf(error) }
  }
}
