// Unsaved changes: they are kept, marked, and can be restored after Discard.
import { describe, expect, test } from 'vitest'
import {
  action,
  exact,
  nameField,
  names,
  openEndpoint,
  openNewForm,
  openOrders,
  pasteData,
  row,
  shownData,
  typeData,
  unsavedMark,
} from './lib/endpoints.ts'
import { isLeftFreely } from './lib/page.ts'

describe('unsaved changes', () => {
  test('unsaved changes survive visits to other endpoints and to the requests, and a reload', async () => {
    const opened = await openOrders()
    const { page, daemon, complaints } = opened
    await page.getByLabel('Status').fill('teapot?')
    await page.getByLabel('Delay').fill('2 min')
    await nameField(page).fill(' orders renamed')
    await typeData(page, '{"not": "finished"')
    const expectAll = async (): Promise<void> => {
      await expect.poll(() => nameField(page).inputValue()).toBe(' orders renamed')
      expect(await page.getByLabel('Status').inputValue()).toBe('teapot?')
      expect(await page.getByLabel('Delay').inputValue()).toBe('2 min')
      await expect.poll(() => shownData(page)).toBe('{"not": "finished"')
    }
    await openEndpoint(opened, 'users')
    expect(await shownData(page)).toBe('[]')
    await row(page, 'orders').click()
    await expectAll()
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('heading', { name: 'Incoming requests appear here' }).waitFor()
    await page.goto(`${daemon.url}/#/endpoint/orders`)
    await expectAll()
    await page.reload()
    await expectAll()
    expect(await daemon.read('/endpoint/orders')).toBe('{"saved":1}')
    expect(complaints).toEqual([])
  })

  test('unsaved changes are marked on the row, in the title and on Save, until they are reverted', async () => {
    const { page } = await openOrders()
    const save = action(page, 'Save')
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByTitle(unsavedMark).count()).toBe(0)
    await page.getByLabel('Delay').fill('5')
    await row(page, 'orders').getByTitle(unsavedMark).waitFor()
    expect(await save.getAttribute('aria-disabled')).toBe('false')
    await save.locator('.dot').waitFor()
    expect(await page.title()).toBe('• orders – mock-endpoint')
    await page.getByLabel('Delay').fill('0 s')
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    expect(await page.title()).toBe('orders – mock-endpoint')
    expect(await action(page, 'Discard').count()).toBe(0)
  })

  test('unsaved changes can be discarded and restored', async () => {
    const { page } = await openOrders()
    await typeData(page, exact)
    await action(page, 'Discard').press('Enter')
    await expect.poll(() => shownData(page)).toBe('{"saved":1}')
    await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => shownData(page)).toBe(exact)
    await row(page, 'orders').getByTitle(unsavedMark).waitFor()
  })

  test('unsaved changes of five megabytes survive a reload once they are written', async () => {
    const opened = await openOrders()
    const { page, daemon } = opened
    const text = `"${'x'.repeat(5_000_000)}"`
    await pasteData(page, text)
    // Before they are written, leaving the page asks for confirmation.
    await expect.poll(() => isLeftFreely(page)).toBe(true)
    await page.reload()
    await row(page, 'orders').getByTitle(unsavedMark).waitFor()
    await action(page, 'Save').press('Enter')
    await page.getByText('Saved orders.').waitFor()
    expect((await daemon.read('/endpoint/orders')) === text).toBe(true)
  })

  test('unsaved changes of a new endpoint are kept in their own row', async () => {
    const opened = await openOrders()
    const { page } = opened
    await openNewForm(page)
    await nameField(page).fill('begun')
    await typeData(page, exact)
    await openEndpoint(opened, 'users')
    await page.reload()
    await page.getByRole('link', { name: 'New: begun unsaved' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe('begun')
    await expect.poll(() => shownData(page)).toBe(exact)
    await action(page, 'Add endpoint').press('Enter')
    await expect.poll(() => names(page)).toEqual(['begun', 'orders', 'users'])
    expect(await page.getByTitle(unsavedMark).count()).toBe(0)
  })
})

describe('discarded changes', () => {
  test('Undo restores discarded changes after another endpoint was open', async () => {
    const opened = await openOrders()
    const { page } = opened
    await typeData(page, exact)
    await action(page, 'Discard').press('Enter')
    await openEndpoint(opened, 'users')
    await openEndpoint(opened, 'orders')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => shownData(page)).toBe(exact)
    expect(await action(page, 'Save').getAttribute('aria-disabled')).toBe('false')
  })
})
