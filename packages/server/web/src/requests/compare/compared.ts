// The request that the next opened one is compared with.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { go } from '../../shell/route.ts'

export const compared = signal<RecordedRequest | undefined>(undefined)

/** Starts a comparison. If the list is hidden, as on a phone, goes to it to open the other one. */
export function startComparing(request: RecordedRequest): void {
  compared.value = request
  if (!document.querySelector('.requests .list')?.checkVisibility()) go({ view: 'requests' })
}

export function stopComparing(): void {
  compared.value = undefined
}
