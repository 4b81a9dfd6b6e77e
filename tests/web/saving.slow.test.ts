// What is typed is saved when somebody says so, and what is typed meanwhile is not lost.
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

/** Counts what is written from now on. */
function countWrites(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET') count += 1
  })
  return () => count
}

describe('Save', () => {
  test('keeps what is typed meanwhile as a change of the new endpoint', async () => {
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

  test('keeps what is typed meanwhile under the new name, also over a reload', async () => {
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

  test('does not call back who has gone on', async () => {
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

  test('tells who has gone on that it failed', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    const arrive = await saveSlowly(page)
    await row(page, 'users').click()
    await expect.poll(() => nameField(page).inputValue()).toBe('users')
    await daemon.stop()
    arrive()
    await page.locator('.toast').getByText('The service cannot be reached.').waitFor()
  })

  test('sends nothing until something has changed', async () => {
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

  test('sends once when it is pressed many times', async () => {
    const { page, daemon } = await openOrders()
    const writes = countWrites(page)
    await typeData(page, exact)
    for (let i = 0; i < 5; i++) await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    expect(writes()).toBe(1)
  })

  test('works from every field', async () => {
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

  test('keeps what was typed when it is refused, or when nobody answers', async () => {
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
