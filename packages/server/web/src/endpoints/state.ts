// The endpoints that are listed, and what is done with them.
import { signal } from '@preact/signals'
import {
  addEndpoint,
  type Endpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../api/endpoints.ts'
import { say, sayError } from '../shell/toasts.tsx'

/** What the names begin with that are listed. */
export const search = signal('')
export const listed = signal<readonly Endpoint[]>([])
/** The name to go on behind; `undefined` when all are listed. */
export const next = signal<string | undefined>(undefined)
/** Why the list could not be read. */
export const listError = signal<string | undefined>(undefined)
/** Whether the first list has come. */
export const isReady = signal(false)

let reading: AbortController | undefined

/** Reads the list anew. What was asked for before is no longer waited for. */
export async function refresh(): Promise<void> {
  reading?.abort()
  reading = new AbortController()
  const { signal: abort } = reading
  try {
    const page = await listEndpoints({ prefix: search.value, signal: abort })
    listed.value = page.endpoints
    next.value = page.next
    listError.value = undefined
    isReady.value = true
  } catch (error) {
    if (!abort.aborted) listError.value = error instanceof Error ? error.message : String(error)
  }
}

export async function readMore(): Promise<void> {
  const after = next.value
  if (after === undefined) return
  try {
    const page = await listEndpoints({ prefix: search.value, after })
    // Somebody may have typed meanwhile.
    if (next.value !== after) return
    listed.value = [...listed.value, ...page.endpoints]
    next.value = page.next
  } catch (error) {
    sayError(error)
  }
}

/** Resolves to the endpoint as it was taken. `before` is its name until now, if it had another. */
export async function save(endpoint: Endpoint, before?: string): Promise<Endpoint> {
  const saved = await addEndpoint(endpoint)
  if (before !== undefined && before !== saved.name) await removeEndpoint(before)
  await refresh()
  return saved
}

/** Removes it, and offers to put it back as it was. */
export async function remove(name: string): Promise<boolean> {
  try {
    const endpoint = await getEndpoint(name)
    await removeEndpoint(name)
    await refresh()
    say(`Removed ${name}.`, () => void putBack(endpoint))
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

async function putBack(endpoint: Endpoint): Promise<void> {
  try {
    await addEndpoint(endpoint)
    await refresh()
    say(`${endpoint.name} is back.`)
  } catch (error) {
    sayError(error)
  }
}
