// Filtering requests by text, and by the seconds in which they came.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Daemon } from './lib/daemon.ts'
import { openRequests, rows } from './lib/requests.ts'

async function askAll({ url, add, read }: Daemon): Promise<void> {
  await add('{"name":"orders","data":1}')
  await add('{"name":"broken","data":1,"statusCode":503}')
  await read('/endpoint/orders')
  await read('/endpoint/users?of=Orders')
  await read('/endpoint/broken')
  await fetch(`${url}/endpoint/orders`, {
    method: 'POST',
    headers: { 'x-trace': 'Abc-7' },
    body: '{"customer":"Ada Lovelace"}',
  })
}

test.each([
  ['orders', 3],
  ['lovelace', 1],
  ['abc-7 post', 1],
  ['"ada love"', 1],
  ['status:5xx', 1],
  ['method:post', 1],
  ['is:unmatched', 1],
  ['header:x-trace', 1],
  ['orders is:answered', 2],
  ['endpoint:orders', 2],
])('the filter %o finds the requests that match all of it', async (text, count) => {
  const { page, daemon } = await openRequests()
  await askAll(daemon)
  await page.getByRole('searchbox').fill(text)
  await page.getByText(`${count} of 4 requests`).waitFor()
  expect(await rows(page).count()).toBe(count)
})

test('a filter without results shows a message, and “Show all” clears it', async () => {
  const { page, daemon } = await openRequests()
  await askAll(daemon)
  await page.getByRole('searchbox').fill('orders nothing')
  await page.getByText('No request matches.').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => rows(page).count()).toBe(4)
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
})

const chart = /^The last minute: /

/** Drags over the chart. `from` and `to` are fractions of its width. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.getByRole('img', { name: chart }).boundingBox()
  if (!box) throw new Error('There is no chart.')
  await page.mouse.move(box.x + from * box.width, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + to * box.width, box.y + 30, { steps: 5 })
  await page.mouse.up()
}

test('the chart describes the requests of the last minute, and is hidden before the first one', async () => {
  const { page, daemon } = await openRequests()
  expect(await page.getByRole('img', { name: chart }).count()).toBe(0)
  await askAll(daemon)
  const words = 'The last minute: 4 requests: 2 2xx, 1 5xx, 1 unmatched.'
  await page.getByRole('img', { name: words }).waitFor()
  const box = await page.getByRole('img', { name: words }).boundingBox()
  expect(box?.height).toBe(47)
})

test('dragging over the chart shows only those seconds, until the selection is cleared', async () => {
  const { page, daemon } = await openRequests()
  await askAll(daemon)
  await page.getByText('4 requests', { exact: true }).waitFor()
  await drag(page, 0.05, 0.4)
  await page.getByText('No request matches.').waitFor()
  await page.getByText(/^Only \d\d:\d\d:\d\d–\d\d:\d\d:\d\d$/).waitFor()
  await page.getByRole('button', { name: 'Show all times' }).click()
  await page.getByText('4 requests', { exact: true }).waitFor()
  await drag(page, 0.5, 0.99)
  await page.getByText(/^Only/).waitFor()
  expect(await rows(page).count()).toBe(4)
  await page.keyboard.press('Escape')
  await page.getByText(/^Only/).waitFor({ state: 'detached' })
  await drag(page, 0.3, 0.1)
  await page.getByText('0 of 4 requests').waitFor()
  await drag(page, 0.6, 0.6)
  await page.getByText('4 requests', { exact: true }).waitFor()
})

test('a click on the chart that lasts until the next second selects nothing', async () => {
  const { page, daemon } = await openRequests()
  await askAll(daemon)
  await page.getByText('4 requests', { exact: true }).waitFor()
  const box = await page.getByRole('img', { name: chart }).boundingBox()
  if (!box) throw new Error('There is no chart.')
  const x = box.x + 0.3 * box.width
  await page.mouse.move(x, box.y + 20)
  await page.mouse.down()
  const bars = page.getByRole('img', { name: chart }).locator('path').first()
  const before = await bars.getAttribute('d')
  await expect.poll(() => bars.getAttribute('d')).not.toBe(before)
  await page.mouse.move(x, box.y + 25)
  await page.mouse.up()
  await page.getByText('4 requests', { exact: true }).waitFor()
  expect(await page.getByText(/^Only/).count()).toBe(0)
})
