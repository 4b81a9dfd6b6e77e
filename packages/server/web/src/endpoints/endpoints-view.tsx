// The endpoints: the list, and next to it the open endpoint.
import { useEffect, useRef } from 'preact/hooks'
import { later } from '../parts/later.tsx'
import { areNamesReady, namesWithRulesAlone, refreshNames } from '../rules/list/names-with-rules.ts'
import { focusIfLost, searchField } from '../shell/focus.ts'
import { go, hrefOf, route } from '../shell/route.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { undoButton } from '../shell/toasts.tsx'
import { keepAsking } from './keep-asking.ts'
import { EmptyState } from './list/empty-state.tsx'
import { EndpointList } from './list/endpoint-list.tsx'
import { isReady, listed, refresh, search } from './state.ts'

const EndpointDetail = later(async () => (await import('./endpoint-detail.tsx')).EndpointDetail)
const Overview = later(async () => (await import('./overview.tsx')).Overview)

export function EndpointsView() {
  useEffect(watchList, [])
  useShortcuts([{ key: 'Escape', does: 'Back to the list', run: goToList }])
  const at = route.value
  const isOpen = at.view === 'new' || (at.view === 'endpoints' && at.name !== undefined)
  const isKnown = isReady.value && areNamesReady.value && search.value === ''
  const isEmpty = isKnown && listed.value.length + namesWithRulesAlone.value.length === 0
  useFocusOnClose(isOpen)
  return (
    <main class={`split ${isOpen ? 'opened' : isEmpty ? 'without-endpoints' : ''}`}>
      {!isOpen && !isEmpty && <h1 class="unseen">Endpoints</h1>}
      <EndpointList />
      <section class="detail" aria-label="Endpoint">
        {isOpen ? (
          // Not `location.hash`, which changes a moment before the route does.
          <EndpointDetail key={hrefOf(at)} at={at} />
        ) : isEmpty ? (
          <EmptyState />
        ) : (
          <Overview />
        )}
      </section>
    </main>
  )
}

function watchList(): () => void {
  const ask = (): Promise<unknown> => Promise.all([refresh(), refreshNames()])
  void ask()
  return keepAsking({ ask })
}

/** Focuses the row of the open endpoint. Closes the endpoint if there is no room for both. */
function goToList(): void {
  const row = document.querySelector<HTMLElement>('.list [aria-current]') ?? searchField()
  if (row?.checkVisibility()) row.focus()
  else go({ view: 'endpoints' })
}

/** After closing, moves lost focus to the search field, or to the undo button after a removal. */
function useFocusOnClose(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusIfLost(undoButton() ?? searchField())
    wasOpen.current = isOpen
  }, [isOpen])
}
