// Two tabs with the same endpoint: neither loses typed text because of the other.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  action,
  dataField,
  exact,
  nameField,
  openEndpoint,
  openOrders,
  row,
  shownData,
  typeData,
  unsavedMark,
} from './lib/endpoints.ts'
import type { Opened } from './lib/page.ts'

interface OpenedTwice extends Opened {
  readonly other: Page
}

async function openTwice(): Promise<OpenedTwice> {
  const opened = await openOrders()
  const other = await opened.page.context().newPage()
  await openEndpoint({ ...opened, page: other }, 'orders')
  return { ...opened, other }
}

/** Types into one tab, and goes to the other once that shows the unsaved mark. */
async function typeIn(page: Page, other: Page): Promise<void> {
  await page.bringToFront()
  await typeData(page, exact)
  await row(page, 'orders').getByTitle(unsavedMark).waitFor()
  await other.bringToFront()
  await row(other, 'orders').getByTitle(unsavedMark).waitFor()
}

async function expectKept(page: Page): Promise<void> {
  await page.bringToFront()
  await page.reload()
  await expect.poll(() => shownData(page)).toBe(exact)
}

/** Resolves to a function that waits until the tab hears that another tab removed its draft. */
async function listenForRemoval(page: Page): Promise<() => Promise<void>> {
  const heard = await page.evaluateHandle(() => {
    const tabs = new BroadcastChannel('mock-endpoint-drafts')
    const removal = new Promise<void>((resolve) => {
      tabs.onmessage = ({ data }) => {
        if (data.title === undefined) resolve()
      }
    })
    return { removal }
  })
  return () => heard.evaluate(({ removal }) => removal)
}

/** Counts how often the page asks before it is left, from now on. */
function countQuestions(page: Page): () => number {
  let count = 0
  page.on('dialog', async (dialog) => {
    count += 1
    await dialog.accept()
  })
  return () => count
}

describe('two tabs', () => {
  test('two tabs keep different texts, and the second one warns that its text is not stored', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    const other = await page.context().newPage()
    await openEndpoint({ ...opened, page: other }, 'orders')
    await page.bringToFront()
    await typeData(page, '{"first": 1}')
    await other.bringToFront()
    await typeData(other, '{"second": 2}')
    await other.getByText('another tab has unsaved changes of the same').waitFor()
    await page.bringToFront()
    await page.reload()
    await expect.poll(() => shownData(page)).toBe('{"first": 1}')
    expect(await shownData(other)).toBe('{"second": 2}')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved orders.').waitFor()
    await other.bringToFront()
    await action(other, 'Overwrite').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe('{"first": 1}')
  })

  test('text that is saved in one tab is shown in the other', async () => {
    const opened = await openOrders()
    const { page } = opened
    const other = await page.context().newPage()
    await openEndpoint({ ...opened, page: other }, 'orders')
    await typeData(other, exact)
    await other.keyboard.press('ControlOrMeta+s')
    await other.getByText('Saved orders.').waitFor()
    await page.bringToFront()
    await expect.poll(() => shownData(page)).toBe(exact)
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
  })

  test('typed text is kept when the other tab shows a change elsewhere', async () => {
    const { page, daemon, other } = await openTwice()
    await typeIn(page, other)
    await daemon.add('{"name":"orders","data":{"theirs":1}}')
    await expect.poll(() => shownData(other)).toBe('{"theirs":1}')
    await expectKept(page)
  })

  test('typed text is kept when the other tab reverts its own changes', async () => {
    const { page, other } = await openTwice()
    await typeIn(page, other)
    const fault = other.getByText('another tab has unsaved changes of the same')
    await other.getByLabel('Delay').fill('5')
    await fault.waitFor()
    await other.getByLabel('Delay').fill('0 ms')
    await fault.waitFor({ state: 'detached' })
    await row(other, 'orders').getByTitle(unsavedMark).waitFor()
    await expectKept(page)
  })

  test('typed text is kept when the other tab saves', async () => {
    const { page, other } = await openTwice()
    await typeIn(page, other)
    await other.getByLabel('Status').fill('201')
    await other.keyboard.press('ControlOrMeta+s')
    await other.getByText('Saved orders.').waitFor()
    await expectKept(page)
  })

  test('typed text is kept when the other tab is left, which asks about its own changes', async () => {
    const { page, other } = await openTwice()
    await typeIn(page, other)
    const asked = countQuestions(other)
    await other.getByLabel('Delay').fill('5')
    await other.reload()
    await expect.poll(() => shownData(other)).toBe(exact)
    expect(asked()).toBe(1)
    await expectKept(page)
  })

  test('text that both tabs show is kept when the other tab discards it', async () => {
    const { page, other } = await openTwice()
    await typeIn(page, other)
    await other.reload()
    await expect.poll(() => shownData(other)).toBe(exact)
    const untilHeard = await listenForRemoval(page)
    await action(other, 'Discard').press('Enter')
    await expect.poll(() => shownData(other)).toBe('{"saved":1}')
    await untilHeard()
    await expectKept(page)
  })

  test('leaving a tab asks about changes that are not stored, although others are', async () => {
    const { page, other } = await openTwice()
    await typeIn(page, other)
    await other.getByLabel('Delay').fill('5')
    await other.getByText('another tab has unsaved changes of the same').waitFor()
    await row(other, 'users').click()
    await expect.poll(() => nameField(other).inputValue()).toBe('users')
    await other.getByLabel('Delay').fill('7')
    // The other tab hears of the change as soon as it is stored.
    await row(page, 'users').getByTitle(unsavedMark).waitFor()
    const asked = countQuestions(other)
    await other.reload()
    await dataField(other).waitFor()
    expect(asked()).toBe(1)
    await expectKept(page)
  })
})
