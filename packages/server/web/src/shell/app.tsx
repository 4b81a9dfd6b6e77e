// The whole page: what is always there, and the view that is asked for.
import { useEffect } from 'preact/hooks'
import { isLocked } from '../api/control.ts'
import { watchJournal } from '../api/live.ts'
import { watchDrafts } from '../drafts/kept-drafts.ts'
import { EndpointsView } from '../endpoints/endpoints-view.tsx'
import { openDialog } from './dialog-state.ts'
import { Dialogs } from './dialogs.tsx'
import { focusIfLost, searchField } from './focus.ts'
import { Header } from './header.tsx'
import { watchHealth } from './health.ts'
import { later } from './later.tsx'
import { go, route } from './route.ts'
import { useShortcuts } from './shortcuts.ts'
import { keepTitle } from './title.ts'
import { Toasts } from './toasts.tsx'
import { TokenForm } from './token-form.tsx'

const RequestsView = later(async () => (await import('../requests/requests-view.tsx')).RequestsView)

export function App() {
  useEffect(watchHealth, [])
  useEffect(keepTitle, [])
  useEffect(watchDrafts, [])
  useEffect(() => {
    if (!isLocked.value) focusIfLost(searchField())
  }, [isLocked.value])
  return (
    <>
      <Header />
      {isLocked.value ? <TokenForm /> : <View />}
      <Dialogs />
      <Toasts />
    </>
  )
}

function View() {
  useEffect(watchJournal, [])
  useShortcuts([
    { key: 'Mod+k', does: 'Jump to anything', run: () => openDialog('jump') },
    { key: '?', does: 'Show these keys', run: () => openDialog('keys') },
    { key: '/', does: 'Search', run: () => searchField()?.focus() },
    { key: 'n', does: 'New endpoint', run: () => go({ view: 'new' }) },
  ])
  return route.value.view === 'requests' ? <RequestsView /> : <EndpointsView />
}
