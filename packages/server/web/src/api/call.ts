// One call of the control API: text in, text out, and what was refused in the server's own words.
import { signal } from '@preact/signals'

/** One fault of what was sent, and where it is (a JSON Pointer). */
export interface Fault {
  readonly pointer: string
  readonly detail: string
}

/** What the server refused, or that it cannot be reached. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly code: string
  readonly faults: readonly Fault[]

  constructor(message: string, status = 0, code = 'unreachable', faults: readonly Fault[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.faults = faults
  }
}

const storageKey = 'mock-endpoint-token'

/** What the daemon was started with, when it asks for one. It lives as long as the tab. */
export const token = signal(sessionStorage.getItem(storageKey) ?? '')
/** Whether the daemon asks for a token that the page does not have. */
export const isLocked = signal(false)

export function setToken(text: string): void {
  sessionStorage.setItem(storageKey, text)
  token.value = text
  isLocked.value = false
}

interface CallOptions {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The answer, whatever it is. Rejects with a `CallError` when there is none. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const headers = new Headers(options.headers)
  if (token.value !== '') headers.set('authorization', `Bearer ${token.value}`)
  return fetch(path, { cache: 'no-store', ...options, headers }).catch((error) => {
    if (options.signal?.aborted) throw error
    throw new CallError('The service cannot be reached. Is it running?')
  })
}

/** The answer to a call that was taken. Rejects with a `CallError` otherwise. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const response = await send(path, options)
  if (response.ok) return response
  const error = await toError(response)
  if (error.code === 'token-required') isLocked.value = true
  throw error
}

async function toError(response: Response): Promise<CallError> {
  const text = await response.text()
  try {
    const { detail, code, errors = [] } = JSON.parse(text)
    return new CallError(String(detail), response.status, String(code), errors)
  } catch {
    return new CallError(`${response.status} ${response.statusText}`, response.status, 'unknown')
  }
}
