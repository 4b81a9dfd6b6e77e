// New endpoints that are not added yet. Each draft is kept separately, however many there are.
import { expect, test } from 'vitest'
import {
  action,
  chooseMore,
  exact,
  nameField,
  names,
  openNewForm,
  openOrders,
  row,
  shownData,
  typeData,
  unsavedMark,
} from './lib/endpoints.ts'
import { expectFocusOn } from './lib/keyboard.ts'

test('the draft of a new endpoint keeps its own row when another one is begun', async () => {
  const { page, daemon } = await openOrders()
  await openNewForm(page)
  await nameField(page).fill('begun')
  await typeData(page, exact)
  await fetch(`${daemon.url}/endpoint/not-there`, { method: 'POST', body: '{"asked":1}' })
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.locator('.rows a').first().click()
  await page.getByRole('button', { name: 'Save as endpoint' }).press('Enter')
  await expect.poll(() => nameField(page).inputValue()).toBe('not-there')
  await nameField(page).fill('second')
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await expect.poll(() => nameField(page).inputValue()).toBe('')
  await page.getByRole('link', { name: 'New: begun unsaved' }).click()
  await expect.poll(() => nameField(page).inputValue()).toBe('begun')
  await expect.poll(() => shownData(page)).toBe(exact)
  await page.reload()
  await expect.poll(() => nameField(page).inputValue()).toBe('begun')
  await page.getByRole('link', { name: 'New: second unsaved' }).click()
  await expect.poll(() => nameField(page).inputValue()).toBe('second')
  await action(page, 'Discard').press('Enter')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => nameField(page).inputValue()).toBe('second')
})

test('new endpoints that are begun in two tabs are separate drafts, and both can be added', async () => {
  const { page } = await openOrders()
  await openNewForm(page)
  await nameField(page).fill('first')
  const other = await page.context().newPage()
  await other.goto(page.url().replace(/#.*/, '#/new'))
  await expect.poll(() => nameField(other).inputValue()).toBe('')
  await nameField(other).fill('second')
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await tab.reload()
  }
  await expect.poll(() => nameField(page).inputValue()).toBe('first')
  await expect.poll(() => nameField(other).inputValue()).toBe('second')
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await action(tab, 'Add endpoint').press('Enter')
    await tab.getByText(/^Saved/).waitFor()
  }
  await expect.poll(() => names(other)).toEqual(['first', 'orders', 'second', 'users'])
  expect(await other.getByTitle(unsavedMark).count()).toBe(0)
})

test('a draft with only a name is dropped when “Only rules” is chosen', async () => {
  const { page } = await openOrders()
  await openNewForm(page)
  await nameField(page).fill('stripe')
  await chooseMore(page, 'Only rules')
  await page.getByRole('heading', { name: 'stripe' }).waitFor()
  await page.getByTitle(unsavedMark).waitFor({ state: 'detached' })
})

test('the key n moves the focus to the name, also if it is the first thing a user does', async () => {
  const { page } = await openOrders()
  await page.reload()
  await row(page, 'orders').waitFor()
  await page.keyboard.press('n')
  await expectFocusOn(nameField(page))
})
