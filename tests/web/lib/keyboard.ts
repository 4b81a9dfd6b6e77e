// The web UI by its keys alone, with focus looked at after each.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

interface Focus {
  /** What has it, in words; `nothing` for the document itself. */
  readonly on: string
  readonly isVisible: boolean
  readonly isEditor: boolean
}

/** Runs in the page. */
function lookAtFocus(): Focus {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  if (!active || active === document.body) {
    return { on: 'nothing', isVisible: false, isEditor: false }
  }
  const editor = active.closest('.cm-editor')
  const styles = [getComputedStyle(active), getComputedStyle(active, '::after')]
  // The ring of an editor is around its place in the page.
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

/** Focus is on something, and it is to be seen there. */
export async function expectFocus(page: Page): Promise<void> {
  // The editor draws its ring a moment later.
  await expect.poll(() => page.evaluate(lookAtFocus)).toMatchObject({ isVisible: true })
}

/** Waits until that has focus, and it is to be seen there. */
export async function expectFocusOn(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target)).toBe(true)
  await expectFocus(target.page())
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const mostStops = 60

/** Presses Tab until that has focus; at each stop focus is to be seen. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await target.waitFor()
  for (let i = 0; i < mostStops; i++) {
    // In the editor Tab indents, but for after Escape.
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
