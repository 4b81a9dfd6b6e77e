// Arrow keys in a list of links: from the search field to the rows, between rows, and back.
import { searchField } from '../shell/focus.ts'

/** For `onKeyDown` of the element around the search field and the rows (links with `data-row`). */
export function moveInRows(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { key, currentTarget, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('a[data-row]')]
  const at = rows.indexOf(target as HTMLElement)
  const isInSearch = target instanceof HTMLInputElement && target.type === 'search'
  if (at === -1 && !isInSearch) return
  const to = nextRow(key, at, rows.length)
  if (to === undefined) return
  // In the search field, Home and End move the caret.
  if (isInSearch && key !== 'ArrowDown') return
  event.preventDefault()
  event.stopPropagation()
  if (to === -1) searchField()?.focus()
  else rows[to]?.focus()
}

/** Returns the index of the row that a key leads to. -1 is the search field. */
function nextRow(key: string, at: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return Math.min(at + 1, length - 1)
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : undefined
}
