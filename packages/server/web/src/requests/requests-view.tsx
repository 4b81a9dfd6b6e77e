// The live journal: requests by the second, the list of requests, and the open one next to it.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { connection, liveJournal } from '../api/live-journal.ts'
import { moveInRows } from '../parts/row-keys.ts'
import { focusIfLost, searchField } from '../shell/focus.ts'
import { markSeen } from '../shell/news.ts'
import { go, hrefOf } from '../shell/route.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { compared, stopComparing } from './compare/compared.ts'
import { RequestDetail } from './detail/request-detail.tsx'
import { Foot } from './list/foot.tsx'
import { RequestList } from './list/request-list.tsx'
import { openId, pause, range, shownJournal } from './list/selection.ts'
import { Toolbar } from './list/toolbar.tsx'
import './requests.css'
import { listed, refresh } from '../endpoints/state.ts'
import { urlOf } from '../endpoints/url-of.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { forShell } from '../words/for-shell.ts'
import { clockText } from './time-text.ts'

export function RequestsView() {
  useSignalEffect(markSeen)
  useShortcuts([{ key: 'Escape', does: 'Close the request', run: goBack }])
  const hasRows = useComputed(() => shownJournal.value.rows.length > 0)
  const isLive = useComputed(() => connection.value.status === 'live')
  const id = openId.value
  const isOpen = id !== undefined
  useFocusOnReturn(id)
  return (
    <main class={`requests ${isOpen ? 'opened' : ''}`} onKeyDown={moveInRows}>
      <h1 class="unseen">Requests</h1>
      <Toolbar />
      <Announcer />
      <CompareBar />
      <div class={`split ${isOpen ? 'opened' : ''}`}>
        <section class="list" aria-label="Requests">
          <RangeBar />
          <div class="scrolled">
            {hasRows.value ? <RequestList /> : isLive.value && <NoRequests />}
          </div>
          <Foot />
        </section>
        {isOpen && (
          <section class="detail" aria-label="Request">
            <RequestDetail key={id} id={id} />
          </section>
        )}
      </div>
    </main>
  )
}

/** Goes one step back: ends the comparison, shows all seconds, or closes the request. */
function goBack(): void {
  const isInDetail = document.activeElement?.closest('.detail') != null
  if (compared.peek()) stopComparing()
  else if (range.peek() && !isInDetail) range.value = undefined
  else go({ view: 'requests' })
}

/** Moves focus to the row of a request when it is closed. */
function useFocusOnReturn(id: number | undefined): void {
  const last = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (id === undefined && last.current !== undefined) {
      const href = hrefOf({ view: 'requests', id: last.current })
      const link = document.querySelector<HTMLAnchorElement>(`.rows a[href="${href}"]`)
      focusIfLost(link ?? searchField())
    }
    last.current = id
  }, [id])
}

/** Time between announcements, in milliseconds. */
const announceEvery = 5000

/** Announces the number of new requests from time to time, for screen readers. */
function Announcer() {
  const text = useSignal('')
  useEffect(() => {
    let { arrivals } = liveJournal.peek()
    const look = (): void => {
      const now = liveJournal.peek()
      const count = now.arrivals - arrivals
      arrivals = now.arrivals
      if (count <= 0 || pause.peek()) return
      const unmatched = now.rows.slice(-count).filter((row) => row.outcome === 'unmatched').length
      const more = unmatched > 0 ? `, ${unmatched} unmatched` : ''
      text.value = `${count} new ${count === 1 ? 'request' : 'requests'}${more}`
    }
    const timer = setInterval(look, announceEvery)
    return () => clearInterval(timer)
  }, [])
  return (
    <p class="unseen" aria-live="polite">
      {text}
    </p>
  )
}

/** The request that the open one is compared with, and a button to end the comparison. */
function CompareBar() {
  if (!compared.value) return null
  const { id, method, path, receivedAt } = compared.value
  const isWaiting = openId.value === undefined || openId.value === id
  return (
    <div class="bar">
      <p role="status">
        Comparing with{' '}
        <code>
          {method} {path}
        </code>{' '}
        of {clockText(Date.parse(receivedAt))}. {isWaiting && 'Open another request.'}
      </p>
      <button type="button" class="quiet small" aria-label="Stop comparing" onClick={stopComparing}>
        ✕
      </button>
    </div>
  )
}

/** Shows how to send a request, while there are none. */
function NoRequests() {
  useEffect(() => void refresh(), [])
  const name = listed.value[0]?.name
  const line = `curl ${forShell(urlOf(name ?? 'hello'))}`
  return (
    <div class="empty none-yet">
      <h2>Incoming requests appear here.</h2>
      {pause.value && <p>The list is paused. Resume it to see newer requests.</p>}
      <p>Send the first one from a terminal:</p>
      <div class="snippet">
        <pre>{line}</pre>
        <CopyButton text={line} what="the command" />
      </div>
      {name === undefined && (
        <p>
          There is no endpoint <code>hello</code> yet: open the request to add it, or{' '}
          <a href={hrefOf({ view: 'new', name: 'hello' })}>add it now</a>.
        </p>
      )}
    </div>
  )
}

/** The seconds that are selected in the chart, and a button to show all. */
function RangeBar() {
  if (!range.value) return null
  const { from, to } = range.value
  const words = [...new Set([from, to])].map((second) => clockText(second * 1000)).join('–')
  return (
    <p class="bar">
      <span>
        Only <span class="time">{words}</span>
      </span>
      <button type="button" class="quiet small" aria-label="Show all times" onClick={showAllTimes}>
        ✕
      </button>
    </p>
  )
}

function showAllTimes(): void {
  range.value = undefined
}
