// The whole page: header, dialogs and messages, and the view that the URL selects.

import { effect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { isLocked, setToken, token } from '../api/control.ts'
import { watchJournal } from '../api/live.ts'
import { keyOfNew } from '../drafts/draft-keys.ts'
import { unsaved, unsavedNames, watchDrafts } from '../drafts/kept-drafts.ts'
import { EndpointsView } from '../endpoints/endpoints-view.tsx'
import { later } from '../parts/later.tsx'
import { openDialog } from './dialog-state.ts'
import { Dialogs } from './dialogs.tsx'
import { focusIfLost, searchField } from './focus.ts'
import { Header } from './header.tsx'
import { watchHealth } from './health.ts'
import { newRequests } from './news.ts'
import { go, type Route, route } from './route.ts'
import { useShortcuts } from './shortcuts.ts'
import { Toasts } from './toasts.tsx'

const RequestsView = later(async () => (await import('../requests/requests-view.tsx')).RequestsView)
const WebhooksView = later(async () => (await import('../webhooks/webhooks-view.tsx')).WebhooksView)

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
  const { view } = route.value
  if (view === 'requests') return <RequestsView />
  return view === 'webhooks' ? <WebhooksView /> : <EndpointsView />
}

/** Keeps the title of the page up to date. Returns the function that stops it. */
function keepTitle(): () => void {
  return effect(() => {
    const count = newRequests.value > 0 ? `(${newRequests.value}) ` : ''
    const mark = isUnsaved(route.value) ? '• ' : ''
    document.title = `${mark}${count}${titleOf(route.value)} – mock-endpoint`
  })
}

function isUnsaved(at: Route): boolean {
  if (at.view === 'requests' || at.view === 'webhooks') return false
  if (at.view === 'new') return unsaved.value.has(keyOfNew(at.draftId ?? ''))
  return !!at.name && unsavedNames.value.has(at.name)
}

function titleOf(at: Route): string {
  if (at.view === 'new') return 'New endpoint'
  if (at.view === 'endpoints') return at.name ?? 'Endpoints'
  if (at.view === 'webhooks') {
    if (at.id === 'new') return 'Send a webhook'
    return at.id === undefined ? 'Webhooks' : `Webhook ${at.id}`
  }
  return at.id === undefined ? 'Requests' : `Request ${at.id}`
}

/** Asks for the token of a daemon that was started with one. */
function TokenForm() {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  const unlock = (event: Event): void => {
    event.preventDefault()
    setToken(input.current?.value.trim() ?? '')
  }
  return (
    <main class="alone">
      <form class="card" onSubmit={unlock}>
        <h1>This service requires a token</h1>
        <p>
          The daemon was started with it: <code>--token</code>, or <code>MOCK_ENDPOINT_TOKEN</code>.
        </p>
        {token.value !== '' && (
          <p class="fault" role="alert">
            The token is not the right one.
          </p>
        )}
        <label>
          Token
          <input ref={input} type="password" autocomplete="off" required />
        </label>
        <button type="submit" class="primary">
          Continue
        </button>
      </form>
    </main>
  )
}
