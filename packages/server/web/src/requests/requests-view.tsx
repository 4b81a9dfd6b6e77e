// The live journal: requests by the second and as a list, and beside it the one that is open.
import { useComputed, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { connection } from '../api/live-journal.ts'
import { focusIfLost, searchField } from '../shell/focus.ts'
import { markSeen } from '../shell/news.ts'
import { go, hrefOf } from '../shell/route.ts'
import { moveInRows } from '../shell/row-keys.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Announcer } from './announcer.tsx'
import { CompareBar } from './compare-bar.tsx'
import { compared, stopComparing } from './compared.ts'
import { Foot } from './foot.tsx'
import { NoRequests } from './no-requests.tsx'
import { RangeBar } from './range-bar.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestList } from './request-list.tsx'
import { openId, range, shownJournal } from './selection.ts'
import { Toolbar } from './toolbar.tsx'
import './requests.css'

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
