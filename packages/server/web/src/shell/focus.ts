// Where focus goes when what had it is gone, so that nobody has to begin at the top again.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** What had focus last; nothing until somebody has begun to use the page. */
let lastFocused: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

/** Not before somebody has begun to use the page: until then focus is where the browser begins. */
export function moveFocus(element: HTMLElement | null | undefined): void {
  if (lastFocused) element?.focus()
}

let hasGone = false
window.addEventListener('hashchange', () => {
  hasGone = true
})

/**
 * As `moveFocus`, for what somebody went to, as soon as it is there: whoever then moves focus keeps it. Not
 * for what the page shows first, which may come when they are doing something else already.
 */
export function useFocusOnOpening(find: () => HTMLElement | null | undefined): void {
  useLayoutEffect(() => {
    if (hasGone) moveFocus(find())
  }, [])
}

/** As `moveFocus`, but leaves focus where it is unless it is nowhere. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  const active = document.activeElement
  if (active === null || active === document.body) moveFocus(element)
}

/** The search of the view that is shown. */
export function searchField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main input[type="search"]')
}

/**
 * When what has focus goes with a later rendering of the component, what is found then gets it.
 * Returns what to call when something that may go gets focus.
 */
export function useFocusOnLeaving(
  find: () => HTMLElement | null | undefined,
): (event: FocusEvent) => void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    // Focus may have gone elsewhere since, and been lost there.
    if (focused.current !== lastFocused) focused.current = null
    if (focused.current && !focused.current.isConnected) focusIfLost(find())
  })
  return ({ target }) => {
    focused.current = target as Element
  }
}
