// How the service is, asked now and then while somebody looks.
import type { Health } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, isLocked, messageOf } from '../api/control.ts'
import { keepAsking } from '../endpoints/keep-asking.ts'

/** `undefined` before it is known, and while the service asks for a token. */
export const health = signal<ShownHealth | undefined>(undefined)

export interface ShownHealth
  extends Partial<Pick<Health, 'version' | 'reason' | 'files' | 'origins'>> {
  readonly status: Health['status'] | 'unreachable'
}

/** Faults of files are shown soon after they were saved. */
const leastPause = (): number => (health.peek()?.files?.watched ? 1000 : 5000)

/** Asks every few seconds, but for a page that is hidden. */
export function watchHealth(): void {
  let end: (() => void) | undefined
  const ask = async (): Promise<void> => {
    health.value = await askHealth()
  }
  // At once, and when it has been given its token.
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
    // What is known of the files is not mended by that.
    return { ...health.peek(), status: 'unreachable', reason: messageOf(error) }
  }
}
