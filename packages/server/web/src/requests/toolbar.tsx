// Above the requests: filter, pause and clear, and how the connection is.
import type { Outcome } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import { retry } from '../api/live.ts'
import { connection } from '../api/live-journal.ts'
import { go } from '../shell/route.ts'
import { SearchField } from '../shell/search-field.tsx'
import { say, sayError } from '../shell/toasts.tsx'
import { outcomeNames, outcomes } from './outcomes.ts'
import {
  matching,
  missed,
  outcome,
  pause,
  pauseOrResume,
  searched,
  shownJournal,
} from './selection.ts'

export function Toolbar() {
  return (
    <div class="toolbar">
      <SearchField
        hint="Filter by endpoint, path or method"
        label="Filter by endpoint, path or method"
        value={searched.value}
        onSearch={(text) => {
          searched.value = text
        }}
      />
      <select
        aria-label="Outcome"
        value={outcome.value}
        onChange={(event) => {
          outcome.value = event.currentTarget.value as Outcome | 'all'
        }}
      >
        <option value="all">All outcomes</option>
        {outcomes.map((one) => (
          <option key={one} value={one}>
            {outcomeNames[one]}
          </option>
        ))}
      </select>
      <PauseButton />
      <button type="button" onClick={clear}>
        Clear
      </button>
      <CountText />
      <ConnectionText />
    </div>
  )
}

function PauseButton() {
  return (
    <button type="button" class="pause" onClick={pauseOrResume}>
      {pause.value ? `Resume (${missed.value.toLocaleString('en-GB')} new)` : 'Pause'}
    </button>
  )
}

function CountText() {
  const { rows, gapAfter } = shownJournal.value
  const shown = matching.value.length
  const all = `${rows.length.toLocaleString('en-GB')} ${rows.length === 1 ? 'request' : 'requests'}`
  return (
    <p class="counted">
      {shown < rows.length ? `${shown.toLocaleString('en-GB')} of ${all}` : all}
      {gapAfter !== undefined && ', some fell out before they came here'}
    </p>
  )
}

const words = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'Not connected, trying again.',
  refused: 'Not connected.',
}

function ConnectionText() {
  const { status, reason } = connection.value
  const isPaused = status === 'live' && pause.value !== undefined
  return (
    <p class={`connection ${isPaused ? 'paused' : status}`} role="status">
      <span class="dot" aria-hidden="true" />
      {isPaused ? 'Paused' : words[status]}
      {status !== 'live' && reason && <span class="reason"> {reason}</span>}
      {status === 'refused' && (
        <button type="button" class="small" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  )
}

async function clear(): Promise<void> {
  try {
    await control.clearRequests(undefined)
    pause.value = undefined
    go({ view: 'requests' })
    say('Cleared the journal.')
  } catch (error) {
    sayError(error)
  }
}
