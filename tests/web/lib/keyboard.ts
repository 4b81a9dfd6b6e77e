// Uses the web UI only by keyboard, and checks the focus after each key.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

interface Focus {
  /** A description of the focused element, or `nothing` if it is the document itself. */
  readonly on: string
  readonly isVisible: boolean
  readonly isEditor: boolean
}

/** Runs in the page. Describes the focused element. */
function lookAtFocus(): Focus {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (!active || active === document.body) {
    return { on: 'nothing', isVisible: false, isEditor: false }
  }
  const editor = active.closest('.cm-editor')
  const styles = [getComputedStyle(active), getComputedStyle(active, '::after')]
  // The focus ring of an editor is on the host of its shadow root.
  const root = active.getRootNode()
  if (root instanceof ShadowRoot) styles.push(getComputedStyle(root.host))
  const hasRing = styles.some(
    ({ outlineStyle, outlineWidth }) =>
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
  )
  const { width, height, bottom, top } = active.getBoundingClientRect()
  const isThere = width > 1 && height > 1 && bottom > 0 && top < innerHeight
  return {
    on: `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent ?? ''}`,
    isVisible: active.matches(':focus-visible') && hasRing && isThere,
    isEditor: editor !== null,
  }
}

/** Waits until an element has visible focus. */
export async function expectFocus(page: Page): Promise<void> {
  // The editor draws its focus ring a moment later.
  await expect.poll(() => page.evaluate(lookAtFocus)).toMatchObject({ isVisible: true })
}

/** Waits until the target has visible focus. */
export async function expectFocusOn(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target)).toBe(true)
  await expectFocus(target.page())
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const mostStops = 60

/** Presses Tab until the target has focus. Focus must be visible at each stop. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await target.waitFor()
  for (let i = 0; i < mostStops; i++) {
    // In the editor, Tab indents, except after Escape.
    if ((await page.evaluate(lookAtFocus)).isEditor) await press(page, 'Escape')
    await press(page, key)
    await expectFocus(page)
    if (await hasFocus(target)) return
  }
  throw new Error(`${mostStops} times ${key} do not lead to ${target}.`)
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot
    return root.activeElement === element
  })
}
