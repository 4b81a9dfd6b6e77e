// The request that the next one is compared with.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { go } from '../../shell/route.ts'

export const compared = signal<RecordedRequest | undefined>(undefined)

/** Then another one has to be opened: on a phone that is done in the list. */
export function startComparing(request: RecordedRequest): void {
  compared.value = request
  if (!document.querySelector('.requests .list')?.checkVisibility()) go({ view: 'requests' })
}

export function stopComparing(): void {
  compared.value = undefined
}
