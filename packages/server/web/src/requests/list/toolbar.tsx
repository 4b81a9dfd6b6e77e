// The toolbar above the requests: filter, chart of the last minute, pause and clear.

import { control } from '../../api/control.ts'
import { liveJournal, withoutBefore } from '../../api/live-journal.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { go } from '../../shell/route.ts'
import { say, sayError } from '../../shell/toasts.tsx'
import { Chart } from './chart.tsx'
import { missed, pause, pauseOrResume, searched, showNothing, shownJournal } from './selection.ts'

export function Toolbar() {
  return (
    <div class="toolbar">
      <SearchField
        hint="Filter: text, status:5xx, method:post, is:unmatched"
        label="Filter requests"
        value={searched.value}
        onSearch={(text) => {
          searched.value = text
        }}
      />
      {shownJournal.value.rows.length > 0 && <Chart />}
      <button type="button" class="pause" onClick={pauseOrResume}>
        {pause.value ? `Resume (${missed.value.toLocaleString('en-GB')} new)` : 'Pause'}
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </div>
  )
}

async function clear(): Promise<void> {
  try {
    await clearJournal()
    showNothing()
    go({ view: 'requests' })
    say('Cleared the journal.')
  } catch (error) {
    sayError(error)
  }
}

/**
 * Clears the journal of the service and of this page. The page does not wait for the stream, which
 * under traffic reports the clear late, after many earlier requests.
 */
async function clearJournal(): Promise<void> {
  await control.clearRequests(undefined)
  const first = await firstId().catch(() => undefined)
  const last = liveJournal.peek().rows.at(-1)?.id ?? 0
  liveJournal.value = withoutBefore(liveJournal.peek(), first ?? last + 1)
}

async function firstId(): Promise<number | undefined> {
  const { requests } = await control.listRequests({ limit: 1 })
  return requests[0]?.id
}
