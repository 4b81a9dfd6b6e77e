// The list of requests, newest first: 100 rows, and more on demand.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { cameAfter } from '../../api/request-row.ts'
import { focusIfLost, searchField, useFocusOnLeaving } from '../../shell/focus.ts'
import { RequestItem } from './request-item.tsx'
import { matching, openId, showAll } from './selection.ts'

const step = 100

export function RequestList() {
  const limit = useSignal(step)
  const list = useRef<HTMLUListElement>(null)
  const rows = matching.value
  const open = openId.value
  // Requests that are in the list when it is opened are not new.
  const newest = useRef(rows.at(-1))
  const rowAt = (i: number): HTMLElement | null | undefined =>
    list.current?.querySelector<HTMLElement>(`li:nth-child(${i + 1}) a`)
  const tellFocus = useFocusOnLeaving(() => list.current?.querySelector('li:last-child a'))
  const showMore = (): void => {
    const before = limit.peek()
    limit.value += step
    // The focused button may be removed by then.
    setTimeout(() => focusIfLost(rowAt(before)))
  }
  const shown = rows.slice(-limit.value).reverse()
  const isShown = shown.some(({ id }) => id === open)
  useEffect(() => {
    const at = rows.findLastIndex(({ id }) => id === open)
    if (at >= 0) limit.value = Math.max(limit.peek(), rows.length - at)
  }, [open])
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open, isShown])
  return (
    <>
      <ul ref={list} class="rows" aria-label="Requests, the newest first" onFocusIn={tellFocus}>
        {shown.map((row) => (
          <RequestItem
            key={row.id}
            row={row}
            isOpen={row.id === open}
            isNew={cameAfter(row, newest.current)}
          />
        ))}
      </ul>
      {shown.length < rows.length && (
        <button type="button" class="more" onClick={showMore}>
          Show more
        </button>
      )}
      {rows.length === 0 && <NoMatch />}
    </>
  )
}

function NoMatch() {
  return (
    <div class="nothing">
      <p>
        No request matches.{' '}
        <button type="button" class="small" onClick={showAllAgain}>
          Show all
        </button>
      </p>
      <p class="note">
        All words have to match. These look at one thing: <code>status:5xx</code>{' '}
        <code>method:post</code> <code>is:unmatched</code> <code>header:name</code>{' '}
        <code>endpoint:name</code> <code>rule:id</code>
      </p>
    </div>
  )
}

/** Moves focus to the search, because the button is removed. */
function showAllAgain(): void {
  showAll()
  searchField()?.focus()
}
