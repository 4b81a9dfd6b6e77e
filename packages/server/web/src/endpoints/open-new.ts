// The way to a new endpoint that begins with something: from a template, or from a request.
import type { Endpoint } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { go } from '../shell/route.ts'

/** What the next new endpoint begins with. Whoever shows it takes it. */
export const prefill = signal<Partial<Endpoint> | undefined>(undefined)

export function openNew(known: Partial<Endpoint>): void {
  prefill.value = known
  go({ view: 'new' })
}
