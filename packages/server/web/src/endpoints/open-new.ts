// Opens a new endpoint with initial values, from a template or a request.
import type { Endpoint } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { go } from '../shell/route.ts'

/** The initial values of the next new endpoint. The code that shows it clears them. */
export const prefill = signal<Partial<Endpoint> | undefined>(undefined)

export function openNew(known: Partial<Endpoint>): void {
  prefill.value = known
  go({ view: 'new' })
}
