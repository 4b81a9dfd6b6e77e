// The client for the control API of the page's service, and the state that its responses set.
import { createWire, WireError } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { keptInTab } from '../storage.ts'

const storageKey = 'mock-endpoint-token'

/** The token of the daemon, if it asks for one. Kept as long as the tab. */
export const token = signal(keptInTab.read(storageKey) ?? '')
/** Whether the daemon asks for a token that the page does not have. */
export const isLocked = signal(false)

export function setToken(text: string): void {
  keptInTab.write(storageKey, text)
  token.value = text
  isLocked.value = false
}

/** In milliseconds. The Date header has whole seconds, and takes time to arrive. */
const clockTolerance = 2000

/** Milliseconds by which this machine's clock is ahead of the service's, from the last response. */
export let clockAhead = 0

function noteClock({ headers }: Response): void {
  const ahead = Date.now() - Date.parse(headers.get('date') ?? '')
  clockAhead = Math.abs(ahead) > clockTolerance ? ahead : 0
}

/** The client of the control API. It handles data as JSON text, as it was typed. */
export const control = createWire({
  url: '',
  token: () => token.peek(),
  async fetch(target, init) {
    const sent = token.peek()
    const response = await fetch(target, { cache: 'no-store', ...init })
    // The refusal of an earlier token may arrive late.
    if (response.status === 401 && sent === token.peek()) isLocked.value = true
    noteClock(response)
    return response
  },
})

/** Returns the message for the user about a failed call. */
export function messageOf(error: unknown): string {
  if (!(error instanceof WireError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'unreachable') return 'The service cannot be reached. Is it running?'
  return `A server that is not mock-endpoint answered ${error.status}. Is the service running?`
}
