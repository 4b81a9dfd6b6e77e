// The requests as a table, newest first: as many rows as a person looks at, more on demand.
import { useSignal } from '@preact/signals'
import type { RequestRow } from '../api/request-row.ts'
import { searchField, useFocusOnLeaving } from '../shell/focus.ts'
import { hrefOf } from '../shell/route.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { outcomeNames } from './outcomes.ts'
import { matching, openId, showAll } from './selection.ts'
import { clockText, durationText } from './time-text.ts'

const step = 100

export function RequestTable() {
  const limit = useSignal(step)
  const rows = matching.value
  const tellFocus = useFocusOnLeaving(lastRow)
  if (rows.length === 0) return <NoMatch />
  const open = openId.value
  const shown = rows.slice(-limit.value).reverse()
  return (
    <div class="rows" onFocusIn={tellFocus}>
      <table>
        <caption class="unseen">Requests, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Method</th>
            <th scope="col">Endpoint</th>
            <th scope="col">Outcome</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.id} row={row} isOpen={row.id === open} />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button
          type="button"
          class="further"
          onClick={() => {
            limit.value += step
          }}
        >
          Show more
        </button>
      )}
    </div>
  )
}

function lastRow(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.rows tr:last-child th a')
}

interface RowProps {
  readonly row: RequestRow
  readonly isOpen: boolean
}

/**
 * Reads no signal and keeps no element: Preact 11.2 would then pass over a row that stays as it is,
 * and with each that it passes over, rows that are long gone stay in memory.
 */
function Row({ row, isOpen }: RowProps) {
  const { id, endpoint, method, path, query, receivedAt, statusCode, outcome, durationMs } = row
  const { isHeld, fault } = row
  return (
    <tr class={isOpen ? 'open' : undefined}>
      <td class="time">
        <time dateTime={new Date(receivedAt).toISOString()}>{clockText(receivedAt)}</time>
      </td>
      <td class="method">{method}</td>
      <th scope="row" class={endpoint === null ? 'what path' : 'what'}>
        <a href={hrefOf({ view: 'requests', id })} aria-current={isOpen ? 'true' : undefined}>
          {endpoint ?? path}
        </a>
        {query && <span class="query">{query}</span>}
      </th>
      <td class="outcome">
        <OutcomeMark outcome={outcome} /> {outcomeNames[outcome]}
        {isHeld && ', held'}{' '}
        {statusCode !== null && (
          <span class={`status s${Math.floor(statusCode / 100)}`}>{statusCode}</span>
        )}
        {fault && <span class="broken"> {fault}</span>}
      </td>
      <td class="took">{durationMs === null ? '…' : durationText(durationMs)}</td>
    </tr>
  )
}

function NoMatch() {
  return (
    <p class="rows hint">
      No request matches.{' '}
      <button type="button" class="small" onClick={showAllAgain}>
        Show all
      </button>
    </p>
  )
}

/** Its button goes away with it. */
function showAllAgain(): void {
  showAll()
  searchField()?.focus()
}
