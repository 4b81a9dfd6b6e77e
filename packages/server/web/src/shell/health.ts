// How the service is, asked now and then while somebody looks.
import { signal } from '@preact/signals'
import { isLocked, send } from '../api/call.ts'

export interface ShownHealth {
  readonly status: 'ok' | 'degraded' | 'unreachable'
  readonly version?: string
  readonly endpoints?: number | null
  readonly store?: string
  readonly reason?: string
}

export const health = signal<ShownHealth | undefined>(undefined)

const interval = 5000

/** Asks at once and then every few seconds, but for a page that is hidden. */
export function watchHealth(): void {
  const ask = async (): Promise<void> => {
    if (!document.hidden) health.value = await askHealth()
  }
  void ask()
  setInterval(ask, interval)
  document.addEventListener('visibilitychange', ask)
}

async function askHealth(): Promise<ShownHealth> {
  try {
    const response = await send('/api/health')
    if (response.status === 401) isLocked.value = true
    return await response.json()
  } catch {
    return { status: 'unreachable', reason: 'The service cannot be reached. Is it running?' }
  }
}
