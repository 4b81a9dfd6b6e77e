// Checks that axe finds no accessibility fault, and that the page fits the width of the window.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Scheme = 'light' | 'dark'

type Way = readonly [Scheme, width: number]

/** Each pair checks a desktop in one scheme and a phone in the other. Both pairs cover all ways. */
const ways: readonly (readonly Way[])[] = [
  [
    ['light', 1280],
    ['dark', 360],
  ],
  [
    ['dark', 1280],
    ['light', 360],
  ],
]
/** Widths at which the page has different layouts. */
const widths = [1440, 1280, 900, 768, 360]

const height = 740

/**
 * Checks the page as it is now in two ways, which depend on the name. With PAGE_SHOTS=1, it checks
 * all four ways and saves screenshots with this name in `shots/`.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  const found: Record<string, readonly string[]> = {}
  const isShot = process.env['PAGE_SHOTS'] !== undefined
  const chosen = isShot ? ways.flat() : (ways[name.length % 2] as readonly Way[])
  for (const [colorScheme, width] of chosen) {
    // New rows must not fade in, because axe would report their low contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    const way = `${name}-${colorScheme}-${width}`
    found[way] = await violations(page)
    if (isShot) {
      await page.screenshot({ path: join(import.meta.dirname, '..', 'shots', `${way}.png`) })
    }
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    found[`${name}-${width}`] = await page.evaluate(tooWide)
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((way) => [way, []])))
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const run = (): Promise<AxeResults> =>
    (globalThis as never as { axe: typeof import('axe-core') }).axe.run({
      resultTypes: ['violations'],
    })
  const { violations: found } = await page.evaluate(run)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Runs in the page. Returns a message if the page is wider than the window. */
function tooWide(): string[] {
  const over = document.documentElement.scrollWidth - window.innerWidth
  return over > 0 ? [`${over} px too wide`] : []
}
