// The title of the tab: what is shown, and how many requests have arrived.
import { effect } from '@preact/signals'
import { keyOfNew } from '../drafts/draft-keys.ts'
import { unsaved, unsavedNames } from '../drafts/kept-drafts.ts'
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
  if (at.view === 'new') return unsaved.value.has(keyOfNew(at.draftId ?? ''))
  return !!at.name && unsavedNames.value.has(at.name)
}

function titleOf(at: Route): string {
  if (at.view === 'new') return 'New endpoint'
  if (at.view === 'endpoints') return at.name ?? 'Endpoints'
  return at.id === undefined ? 'Requests' : `Request ${at.id}`
}
