// The control API of the service that the page comes from, and what the page notes of its responses.
import { createWire, WireError } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { keptInTab } from '../storage.ts'

const storageKey = 'mock-endpoint-token'

/** What the daemon was started with, when it asks for one. It lives as long as the tab. */
export const token = signal(keptInTab.read(storageKey) ?? '')
/** Whether the daemon asks for a token that the page does not have. */
export const isLocked = signal(false)

export function setToken(text: string): void {
  keptInTab.write(storageKey, text)
  token.value = text
  isLocked.value = false
}

/** The Date header has whole seconds, and travels. */
const clockTolerance = 2000

/** How far this machine's clock is ahead of the service's, by its last response, in milliseconds. */
export let clockAhead = 0

function noteClock({ headers }: Response): void {
  const ahead = Date.now() - Date.parse(headers.get('date') ?? '')
  clockAhead = Math.abs(ahead) > clockTolerance ? ahead : 0
}

/** Data is text here, as it was typed. */
export const control = createWire({
  url: '',
  token: () => token.peek(),
  async fetch(target, init) {
    const sent = token.peek()
    const response = await fetch(target, { cache: 'no-store', ...init })
    // A refusal of an earlier token may come late.
    if (response.status === 401 && sent === token.peek()) isLocked.value = true
    noteClock(response)
    return response
  },
})

/** What went wrong with a call, for the person. */
export function messageOf(error: unknown): string {
  if (!(error instanceof WireError)) return error instanceof Error ? error.message : String(error)
  if (error.kind === 'unreachable') return 'The service cannot be reached. Is it running?'
  return `A server that is not mock-endpoint answered ${error.status}. Is the service running?`
}
