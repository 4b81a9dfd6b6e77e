// The live journal: what was asked, as a picture and as a table, and beside it the one that is open.
import { useComputed, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { connection } from '../api/live-journal.ts'
import { focusIfLost, searchField } from '../shell/focus.ts'
import { markSeen } from '../shell/news.ts'
import { hrefOf } from '../shell/route.ts'
import { Announcer } from './announcer.tsx'
import { NoRequests } from './no-requests.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestTable } from './request-table.tsx'
import { openId, shownJournal } from './selection.ts'
import { Timeline } from './timeline.tsx'
import { Toolbar } from './toolbar.tsx'

export function RequestsView() {
  useSignalEffect(markSeen)
  const hasRows = useComputed(() => shownJournal.value.rows.length > 0)
  const isLive = useComputed(() => connection.value.status === 'live')
  const id = openId.value
  useFocusOnReturn(id)
  return (
    <main class={`requests ${id === undefined ? '' : 'opened'}`}>
      <h1 class="unseen">Requests</h1>
      <Toolbar />
      <Announcer />
      {hasRows.value && <Timeline />}
      <div class="journal">
        {hasRows.value ? <RequestTable /> : isLive.value && id === undefined && <NoRequests />}
        {id !== undefined && <RequestDetail key={id} id={id} />}
      </div>
    </main>
  )
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
