// Moves focus when the focused element is removed, so that users need not restart at the top.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** The element that had focus last; `null` until the user has begun to use the page. */
let lastFocused: EventTarget | null = null
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target
})

document.addEventListener('keydown', ({ target }) => {
  lastFocused ??= target
})

/** Moves focus if the user has begun to use the page. Before that, the browser places it. */
export function moveFocus(element: HTMLElement | null | undefined): void {
  if (lastFocused) element?.focus()
}

let hasGone = false
window.addEventListener('hashchange', () => {
  hasGone = true
})

/**
 * Calls `moveFocus` when a component first renders after a navigation. It runs only once, so that
 * the user can move focus away. It does not run for the first view of the page, which may appear
 * when the user is already doing something else.
 */
export function useFocusOnOpening(find: () => HTMLElement | null | undefined): void {
  useLayoutEffect(() => {
    if (hasGone) moveFocus(find())
  }, [])
}

/** Like `moveFocus`, but only if no element has focus. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  const active = document.activeElement
  if (active === null || active === document.body) moveFocus(element)
}

/** Returns the search field of the current view. */
export function searchField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main input[type="search"]')
}

/**
 * Moves focus to the found element when a render of the component removes the focused one. Returns
 * the handler to call when an element that may be removed gets focus.
 */
export function useFocusOnLeaving(
  find: () => HTMLElement | null | undefined,
): (event: FocusEvent) => void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    // Focus may have moved to another element since, and been lost there.
    if (focused.current !== lastFocused) focused.current = null
    if (focused.current && !focused.current.isConnected) focusIfLost(find())
  })
  return ({ target }) => {
    focused.current = target as Element
  }
}
