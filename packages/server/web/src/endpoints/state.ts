// The endpoints that are listed, and what is done with them.
import { type Endpoint, endpointToJson, type ListedRule } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, messageOf } from '../api/control.ts'
import { addRules, readRules } from '../rules/all-rules.ts'
import { say, sayError } from '../shell/toasts.tsx'

/** What the names begin with that are listed. */
export const search = signal('')
export const listed = signal<readonly Endpoint[]>([])
/** The name after which the list goes on; `null` when all are listed. */
export const next = signal<string | null>(null)
/** Why the list could not be read. */
export const listError = signal<string | undefined>(undefined)
/** Whether the first list has come. */
export const isReady = signal(false)

/** How many endpoints are asked for at a time. */
const limit = 50

let reading: AbortController | undefined

/** Reads the list anew. What was asked for before is no longer waited for. */
export async function refresh(): Promise<void> {
  reading?.abort()
  reading = new AbortController()
  const { signal: abort } = reading
  try {
    const page = await control.listEndpoints({ prefix: search.value, limit }, abort)
    listed.value = page.endpoints
    next.value = page.next
    listError.value = undefined
    isReady.value = true
  } catch (error) {
    if (!abort.aborted) listError.value = messageOf(error)
  }
}

export async function readMore(): Promise<void> {
  const after = next.value
  if (after === null) return
  try {
    const page = await control.listEndpoints({ prefix: search.value, limit, after })
    // Somebody may have typed meanwhile.
    if (next.value !== after) return
    listed.value = [...listed.value, ...page.endpoints]
    next.value = page.next
  } catch (error) {
    sayError(error)
  }
}

/**
 * Resolves to the endpoint as it was taken. `before` is its name until now, if it had another: its
 * rules come along.
 */
export async function save(endpoint: Endpoint, before?: string): Promise<Endpoint> {
  const saved = await control.addEndpoint(endpointToJson(endpoint))
  if (before !== undefined && before !== saved.name) {
    await addRules(await readRules(before), saved.name)
    await control.removeEndpoint(before)
  }
  await refresh()
  return saved
}

/** Removes it with its rules, and offers to put all of it back as it was. */
export async function remove(name: string): Promise<boolean> {
  try {
    const [endpoint, rules] = await Promise.all([control.getEndpoint(name), readRules(name)])
    await control.removeEndpoint(name)
    await refresh()
    say(`Removed ${name}.`, () => void putBack(endpoint, rules))
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

async function putBack(endpoint: Endpoint, rules: readonly ListedRule[]): Promise<void> {
  try {
    await control.addEndpoint(endpointToJson(endpoint))
    await addRules(rules, endpoint.name)
    await refresh()
    say(`${endpoint.name} is back.`)
  } catch (error) {
    sayError(error)
  }
}
