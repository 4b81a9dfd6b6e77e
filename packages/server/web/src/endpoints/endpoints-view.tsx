// The endpoints: the list, and beside it the one that is open.
import { useEffect, useRef } from 'preact/hooks'
import { areNamesReady, namesWithoutRecord, refreshNames } from '../rules/names-with-rules.ts'
import { focusIfLost, searchField } from '../shell/focus.ts'
import { hrefOf, route } from '../shell/route.ts'
import { undoButton } from '../shell/toasts.tsx'
import { EmptyState } from './empty-state.tsx'
import { EndpointDetail } from './endpoint-detail.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { isReady, listed, refresh, search } from './state.ts'

export function EndpointsView() {
  useEffect(() => {
    void refresh()
    void refreshNames()
  }, [])
  const at = route.value
  const isOpen = at.view === 'new' || (at.view === 'endpoints' && at.name !== undefined)
  const isKnown = isReady.value && areNamesReady.value && search.value === ''
  const isEmpty = isKnown && listed.value.length + namesWithoutRecord.value.length === 0
  useFocusOnClose(isOpen)
  return (
    <main class={`split ${isOpen ? 'opened' : ''}`}>
      {!isOpen && !isEmpty && <h1 class="unseen">Endpoints</h1>}
      <EndpointList />
      <section class="detail" aria-label="Endpoint">
        {isOpen && (
          <a class="back" href={hrefOf({ view: 'endpoints' })}>
            ← All endpoints
          </a>
        )}
        {isOpen ? <EndpointDetail key={location.hash} /> : isEmpty ? <EmptyState /> : <Hint />}
      </section>
    </main>
  )
}

/** Who closes an endpoint goes on with the list; who removes it can undo that first. */
function useFocusOnClose(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusIfLost(undoButton() ?? searchField())
    wasOpen.current = isOpen
  }, [isOpen])
}

function Hint() {
  return (
    <p class="hint">
      Choose an endpoint to see and change what it answers, or{' '}
      <a href={hrefOf({ view: 'new' })}>add one</a>.
    </p>
  )
}
