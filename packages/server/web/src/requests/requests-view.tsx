// The live journal: requests by the second and as a list, and beside it the one that is open.
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

/** One step: out of a comparison, to all seconds of the chart, or out of the request. */
function goBack(): void {
  const isInDetail = document.activeElement?.closest('.detail') != null
  if (compared.peek()) stopComparing()
  else if (range.peek() && !isInDetail) range.value = undefined
  else go({ view: 'requests' })
}

/** Who closes a request goes on where it was opened. */
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

/** In milliseconds. */
const announceEvery = 5000

/** Says now and then what came, for those who do not see the rows move. */
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

/** What the open request is compared with, and the way to end that. */
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

/** What is shown while nothing has been asked: how to ask. */
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

/** The seconds that were chosen in the chart, and the way back to all of them. */
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
