// The endpoint that is open, and the list beside it.

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { holdBack, type Opened, type OpenOptions, openPage } from './page.ts'

/** Digits that a number of JavaScript would lose. */
export const exact = '{"id": 12345678901234567890, "price": 1.10}'

/** Goes to it, and waits until its editor is there. */
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

/** Replaces what is in the editor. */
export async function typeData(page: Page, text: string): Promise<void> {
  await dataField(page).press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** The same by the clipboard, which is how megabytes come there: typed, Chromium draws them first. */
export async function pasteData(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await dataField(page).press('ControlOrMeta+a')
  await dataField(page).press('ControlOrMeta+v')
}

/** What a short text in the editor is. */
export async function shownData(page: Page): Promise<string> {
  return (await dataField(page).locator('.cm-line').allTextContents()).join('\n')
}

/** The buttons of the head, by what they say. */
export function action(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Endpoint' }).getByRole('button', { name, exact: true })
}

/** Chooses from the menu of the endpoint. */
export async function chooseMore(page: Page, item: string): Promise<void> {
  await action(page, 'More').press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

/** The names in the list, in its order. */
export function names(page: Page): Promise<string[]> {
  return page.locator('.list .name').allTextContents()
}

/** The row of the list that leads there. */
export function row(page: Page, name: string): Locator {
  return page.locator('.list').getByTitle(name, { exact: true }).and(page.getByRole('link'))
}

/** What a row, and nothing else, has as its title when the endpoint is not saved. */
export const unsavedMark = 'Has unsaved changes'

/** An endpoint `orders` that is open, and another one. */
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

/** Saves by its key; what is sent does not arrive before the returned function is called. */
export async function saveSlowly(page: Page): Promise<() => void> {
  // A rename is an import.
  const calls = '**/api/{endpoint/add,import}'
  const arrive = await holdBack(page, calls)
  const sent = page.waitForRequest(calls)
  await page.keyboard.press('ControlOrMeta+s')
  await sent
  return arrive
}

/** An array of 70,000 objects with numbers that no parser would keep. */
export function fiveMegabytes(): string {
  const rows = Array.from(
    { length: 70_000 },
    (_, i) => `{"id":1234567890123456${i},"price":${i}.10,"tags":["abc",null,-0]}`,
  )
  return `[${rows.join(',')}]`
}
