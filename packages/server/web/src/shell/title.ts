// The title of the tab: what is shown, and how many requests have arrived.
import { effect } from '@preact/signals'
import { newKey } from '../endpoints/draft-store.ts'
import { unsaved } from '../endpoints/kept-drafts.ts'
import { newRequests } from './news.ts'
import { type Route, route } from './route.ts'

/** Keeps it up to date. Returns what ends that. */
export function keepTitle(): () => void {
  return effect(() => {
    const count = newRequests.value > 0 ? `(${newRequests.value}) ` : ''
    const mark = isUnsaved(route.value) ? '• ' : ''
    document.title = `${mark}${count}${titleOf(route.value)} – mock-endpoint`
  })
}

function isUnsaved(at: Route): boolean {
  if (at.view === 'requests') return false
  return at.view === 'new' ? unsaved.value.has(newKey) : !!at.name && unsaved.value.has(at.name)
}

function titleOf(at: Route): string {
  if (at.view === 'new') return 'New endpoint'
  if (at.view === 'endpoints') return at.name ?? 'Endpoints'
  return at.id === undefined ? 'Requests' : `Request ${at.id}`
}
