// Event streams: each visible tab has one, and hidden tabs have none.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Daemon } from './lib/daemon.ts'
import { setHidden } from './lib/page.ts'
import { openRequests, openTab, rows, untilLive } from './lib/requests.ts'

/** The maximum number of streams of the service. */
const most = 16

/** Counts the open streams of the service: of `most` new ones, it refuses as many. */
async function streamsOf({ url }: Daemon): Promise<number> {
  const ending = new AbortController()
  const open = (): Promise<Response> =>
    fetch(`${url}/api/request`, {
      headers: { accept: 'text/event-stream' },
      signal: ending.signal,
    })
  const responses = await Promise.all(Array.from({ length: most }, open))
  ending.abort()
  return responses.filter(({ status }) => status === 503).length
}

async function untilAll(page: Page, count: number): Promise<void> {
  await page.getByText(`${count} requests`, { exact: true }).waitFor()
  expect(await rows(page).count()).toBe(count)
}

test('each of three tabs has a stream, and shows every request', async () => {
  const first = await openRequests()
  const { daemon, page, complaints } = first
  const tabs = [page, await openTab(first), await openTab(first)]
  await expect.poll(() => streamsOf(daemon)).toBe(3)
  for (let i = 1; i <= 20; i++) await daemon.read(`/endpoint/number-${i}`)
  for (const tab of tabs) await untilAll(tab, 20)
  expect(complaints).toEqual([])
})

test('a tab that is opened later shows the earlier requests', async () => {
  const first = await openRequests()
  for (let i = 1; i <= 5; i++) await first.daemon.read(`/endpoint/number-${i}`)
  await untilAll(first.page, 5)
  await untilAll(await openTab(first), 5)
})

test('hidden tabs have no stream, and show all requests when they are visible again', async () => {
  const first = await openRequests()
  const { daemon, page } = first
  const second = await openTab(first)
  await daemon.read('/endpoint/before')
  for (const tab of [page, second]) await rows(tab, 'before').waitFor()
  await setHidden(page, true)
  await untilLive(second)
  await daemon.read('/endpoint/half')
  await rows(second, 'half').waitFor()
  expect(await rows(page, 'half').count()).toBe(0)
  await setHidden(second, true)
  await expect.poll(() => streamsOf(daemon)).toBe(0)
  for (let i = 1; i <= 5; i++) await daemon.read(`/endpoint/unseen-${i}`)
  await setHidden(page, false)
  await untilAll(page, 7)
  await setHidden(second, false)
  await untilAll(second, 7)
  await daemon.read('/endpoint/after')
  for (const tab of [page, second]) await untilAll(tab, 8)
  await expect.poll(() => streamsOf(daemon)).toBe(2)
})
