// The live view stays usable and small with 200 requests a second.
// Takes ten minutes with PAGE_LONG=1.
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startLoad } from '../web/lib/load.ts'
import { openedRequest, openRequests, rows, untilLive } from '../web/lib/requests.ts'
import { figure, memoryFigure } from './lib/figure.ts'

const perSecond = 200
const seconds = process.env['PAGE_LONG'] ? 600 : 12

interface Drawn {
  readonly frames: number
  /** The number of quarters of a second that have a frame. */
  readonly quarters: number
}

/** Counts the frames that the page draws from now on. */
async function countFrames(page: Page): Promise<() => Promise<Drawn>> {
  await page.evaluate(() => {
    const quarters = new Set<number>()
    const drawn = { frames: 0, quarters: 0 }
    const count = (now: number): void => {
      drawn.frames += 1
      drawn.quarters = quarters.add(Math.floor(now / 250)).size
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    Object.assign(globalThis, { drawn })
  })
  return () => page.evaluate(() => (globalThis as never as { readonly drawn: Drawn }).drawn)
}

interface Size {
  readonly heap: number
  /** DOM nodes of the document, and detached ones that are still referenced. */
  readonly nodes: number
  readonly listeners: number
}

/** Measures the page after a garbage collection. */
async function sizeOf(cdp: CDPSession): Promise<Size> {
  // The second collection frees what is only weakly held.
  for (let i = 0; i < 2; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes, listeners: jsEventListeners }
}

const timeout = (seconds + 60) * 1000

test(
  `${perSecond} requests a second leave it operable and small`,
  async () => {
    const { page, daemon, complaints } = await openRequests()
    for (let i = 0; i < 10; i++) await daemon.add(`{"name":"tick-${i}","data":${i}}`)
    const cdp = await page.context().newCDPSession(page)
    const drawn = await countFrames(page)
    const path = (i: number): string => `/endpoint/tick-${i % 11}?number=${i}`
    const load = startLoad(daemon, { perSecond, path })

    await load.until(seconds / 3)
    const early = await sizeOf(cdp)
    await page.getByRole('searchbox').pressSequentially('tick-3')
    await page.getByText(/^\d+ of [\d,]+ requests$/).waitFor()
    const shown = await rows(page).locator('.path').allTextContents()
    expect(new Set(shown.map((path) => path.split('?')[0]))).toEqual(new Set(['/endpoint/tick-3']))
    await page.getByRole('searchbox').fill('tick-3 is:unmatched')
    await page.getByText('No request matches.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await rows(page, 'tick-10').first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: /^Resume \(\d{2,} new\)$/ }).click()
    await rows(page).nth(5).getByRole('link').press('Enter')
    await openedRequest(page).getByRole('heading', { name: 'number=' }).waitFor()
    await page.getByRole('link', { name: 'Close' }).press('Enter')
    expect(await rows(page).count()).toBe(100)

    await load.until(seconds)
    load.end()
    const { elapsed } = load
    const { frames, quarters } = await drawn()
    // An idle page draws 60 frames a second.
    figure('live view, pictures a second', frames / elapsed, '1/s', { atLeast: 5 })
    const share = (100 * quarters) / (4 * elapsed)
    figure('live view, quarters of a second with a picture', share, '%', { atLeast: 60 })
    expect(load.asked).toBeGreaterThan(perSecond * (elapsed - 1))
    await expect.poll(() => load.answered).toBe(load.asked)
    await rows(page, `number=${load.asked - 1}`).waitFor()
    await page.getByText('1,000 requests', { exact: true }).waitFor()
    await untilLive(page)
    const late = await sizeOf(cdp)
    figure('live view, nodes that it gains', late.nodes - early.nodes, 'nodes', { atMost: 3000 })
    const listeners = late.listeners - early.listeners
    figure('live view, listeners that it gains', listeners, 'listeners', { atMost: 100 })
    memoryFigure('live view, heap that it gains', late.heap - early.heap, 6_000_000)
    const elements = await page.locator('*').count()
    figure('live view, elements', elements, 'elements', { atMost: 3000 })
    expect(complaints).toEqual([])
  },
  timeout,
)
