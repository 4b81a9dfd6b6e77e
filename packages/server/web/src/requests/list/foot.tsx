// The footer of the list: the number of requests, and the state of the connection.
import { retry } from '../../api/live.ts'
import { connection } from '../../api/live-journal.ts'
import { matching, pause, shownJournal } from './selection.ts'

export function Foot() {
  return (
    <div class="foot">
      <CountText />
      <ConnectionText />
    </div>
  )
}

function CountText() {
  const { rows, gapAfter } = shownJournal.value
  const shown = matching.value.length
  const all = `${rows.length.toLocaleString('en-GB')} ${rows.length === 1 ? 'request' : 'requests'}`
  return (
    <p>
      {shown < rows.length ? `${shown.toLocaleString('en-GB')} of ${all}` : all}
      {gapAfter !== undefined && ', some were dropped before they arrived here'}
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
