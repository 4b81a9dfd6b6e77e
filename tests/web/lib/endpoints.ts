// Helpers for the open endpoint and the list of endpoints.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { holdBack, type Opened, type OpenOptions, openPage } from './page.ts'

/** JSON with digits that a JavaScript number would lose. */
export const exact = '{"id": 12345678901234567890, "price": 1.10}'

/** Opens an endpoint and waits for its editor. */
export async function openEndpoint({ page, daemon }: Opened, name: string): Promise<void> {
  await page.goto(`${daemon.url}/#/endpoint/${encodeURIComponent(name)}`)
  await expect.poll(() => nameField(page).inputValue()).toBe(name)
  await dataField(page).waitFor()
}

export function nameField(page: Page): Locator {
  return page.getByLabel('Name', { exact: true })
}

export function dataField(page: Page): Locator {
  return page.getByLabel('Data, as JSON')
}

/** Replaces the text in the editor. */
export async function typeData(page: Page, text: string): Promise<void> {
  await dataField(page).press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Does the same with the clipboard, for megabytes: Chromium would first draw typed text. */
export async function pasteData(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await dataField(page).press('ControlOrMeta+a')
  await dataField(page).press('ControlOrMeta+v')
}

/** Returns the text in the editor, if it is short enough to be drawn completely. */
export async function shownData(page: Page): Promise<string> {
  return (await dataField(page).locator('.cm-line').allTextContents()).join('\n')
}

/** A button of the open endpoint, by its label. */
export function action(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Endpoint' }).getByRole('button', { name, exact: true })
}

/** Chooses an item from the menu of the endpoint. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await action(page, 'More').press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

/** The names in the list, in its order. */
export function names(page: Page): Promise<string[]> {
  return page.locator('.list .name').allTextContents()
}

/** The row of an endpoint in the list. */
export function row(page: Page, name: string): Locator {
  return page.locator('.list').getByTitle(name, { exact: true }).and(page.getByRole('link'))
}

/** The title of the mark that only rows with unsaved changes have. */
export const unsavedMark = 'Has unsaved changes'

/** Adds the endpoints `orders` and `users`, and opens `orders`. */
export async function openOrders(options: OpenOptions = {}): Promise<Opened> {
  const endpoints = ['{"name":"orders","data":{"saved":1}}', '{"name":"users","data":[]}']
  const opened = await openPage({ endpoints, at: '#/endpoint/orders', ...options })
  await expect.poll(() => nameField(opened.page).inputValue()).toBe('orders')
  await dataField(opened.page).waitFor()
  for (const name of ['orders', 'users']) await row(opened.page, name).waitFor()
  return opened
}

/** Opens the form of a new endpoint. */
export async function openNewForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await page.getByPlaceholder('Name of the new endpoint').waitFor()
  await dataField(page).waitFor()
}

/** Saves by keyboard. The request arrives only when the returned function is called. */
export async function saveSlowly(page: Page): Promise<() => void> {
  // A rename calls `/api/import`.
  const calls = '**/api/{endpoint/add,import}'
  const arrive = await holdBack(page, calls)
  const sent = page.waitForRequest(calls)
  await page.keyboard.press('ControlOrMeta+s')
  await sent
  return arrive
}

/** Returns an array of 70,000 objects with numbers that `JSON.parse` would change. */
export function fiveMegabytes(): string {
  const rows = Array.from(
    { length: 70_000 },
    (_, i) => `{"id":1234567890123456${i},"price":${i}.10,"tags":["abc",null,-0]}`,
  )
  return `[${rows.join(',')}]`
}
