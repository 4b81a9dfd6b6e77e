// Typed text is saved only on request, and text that is typed during a save is not lost.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  action,
  exact,
  nameField,
  names,
  openNewForm,
  openOrders,
  row,
  saveSlowly,
  shownData,
  typeData,
  unsavedMark,
} from './lib/endpoints.ts'

/** Counts the writes that the page sends from now on. */
function countWrites(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET') count += 1
  })
  return () => count
}

describe('Save', () => {
  test('text typed while a new endpoint is saved is kept as a change of it', async () => {
    const { page } = await openOrders()
    await openNewForm(page)
    await nameField(page).fill('fresh')
    const arrive = await saveSlowly(page)
    await typeData(page, exact)
    arrive()
    await page.getByRole('heading', { name: 'fresh' }).waitFor()
    await expect.poll(() => shownData(page)).toBe(exact)
    await row(page, 'fresh').getByTitle(unsavedMark).waitFor()
    await expect.poll(() => names(page)).toEqual(['fresh', 'orders', 'users'])
  })

  test('text typed while a rename is saved is kept under the new name, also after a reload', async () => {
    const { page } = await openOrders()
    await nameField(page).fill('renamed')
    const arrive = await saveSlowly(page)
    await typeData(page, exact)
    arrive()
    await page.getByRole('heading', { name: 'renamed' }).waitFor()
    await expect.poll(() => shownData(page)).toBe(exact)
    await page.reload()
    await expect.poll(() => shownData(page)).toBe(exact)
    await expect.poll(() => names(page)).toEqual(['renamed', 'users'])
    expect(await page.getByText('was changed elsewhere').count()).toBe(0)
  })

  test('a save that ends later does not leave the endpoint that was opened meanwhile', async () => {
    const { page } = await openOrders()
    await openNewForm(page)
    await nameField(page).fill('fresh')
    const arrive = await saveSlowly(page)
    await row(page, 'users').click()
    await expect.poll(() => nameField(page).inputValue()).toBe('users')
    arrive()
    await page.getByText('Saved fresh.').waitFor()
    await expect.poll(() => names(page)).toEqual(['fresh', 'orders', 'users'])
    expect(await nameField(page).inputValue()).toBe('users')
  })

  test('a save that fails shows a message although another endpoint is open', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    const arrive = await saveSlowly(page)
    await row(page, 'users').click()
    await expect.poll(() => nameField(page).inputValue()).toBe('users')
    await daemon.stop()
    arrive()
    await page.locator('.toast').getByText('The service cannot be reached.').waitFor()
  })

  test('Save sends nothing until something has changed', async () => {
    const { page } = await openOrders()
    const writes = countWrites(page)
    await action(page, 'Save').press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await nameField(page).press('Enter')
    await page.getByLabel('Status').fill('201')
    await action(page, 'Save').press('Enter')
    await page.getByText('Saved orders.').waitFor()
    expect(writes()).toBe(1)
  })

  test('Save sends one call when it is pressed many times', async () => {
    const { page, daemon } = await openOrders()
    const writes = countWrites(page)
    await typeData(page, exact)
    for (let i = 0; i < 5; i++) await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    expect(writes()).toBe(1)
  })

  test('Save works by keyboard from every field', async () => {
    const { page, daemon } = await openOrders()
    const fields = { Status: '404 Not Found', Delay: '7 ms' }
    for (const [label, text] of Object.entries(fields)) {
      await page.getByLabel(label).fill(text)
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    }
    await typeData(page, '[2]')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    await nameField(page).fill('renamed')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: 'renamed' }).waitFor()
    expect(await daemon.read('/api/endpoint/renamed')).toBe(
      '{"name":"renamed","data":[2],"statusCode":404,"delay":7}',
    )
  })

  test('Save keeps the typed text when the service cannot be reached', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await page.route('**/api/**', (route) => route.abort())
    await page.keyboard.press('ControlOrMeta+s')
    const fault = page.getByRole('region', { name: 'Endpoint', exact: true }).getByRole('alert')
    await fault.filter({ hasText: 'The service cannot be reached.' }).waitFor()
    await page.unroute('**/api/**')
    expect(await shownData(page)).toBe(exact)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    expect(await fault.filter({ hasText: 'reached' }).count()).toBe(0)
  })
})
