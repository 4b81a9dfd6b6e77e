// What everybody who uses the page is owed: nothing that axe finds, nothing that is cut off.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Looks at the page as it is now, and leaves a screenshot of that name in `shots/`. */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  // Nothing is judged while it fades in.
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const found = { axe: await violations(page), wider: await page.evaluate(widthOver) }
  await page.screenshot({ path: join(import.meta.dirname, '..', 'shots', `${name}.png`) })
  expect({ name, ...found }).toEqual({ name, axe: [], wider: 0 })
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const run = (): Promise<AxeResults> =>
    (globalThis as never as { axe: typeof import('axe-core') }).axe.run()
  const { violations: found } = await page.evaluate(run)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Runs in the page: by how much it is wider than the window. */
function widthOver(): number {
  return Math.max(0, document.documentElement.scrollWidth - window.innerWidth)
}
