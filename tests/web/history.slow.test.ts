// The back button of the browser skips old names, empty forms, and removed endpoints.
import { expect, test } from 'vitest'
import { action, chooseMore, nameField, openEndpoint, openOrders } from './lib/endpoints.ts'

test('after a rename, the back button skips the old name', async () => {
  const opened = await openOrders()
  const { page } = opened
  await openEndpoint(opened, 'users')
  await nameField(page).fill('people')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'people' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'orders' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'people' }).waitFor()
})

test('after an endpoint is added, the back button skips the empty form', async () => {
  const { page, daemon } = await openOrders()
  await page.goto(`${daemon.url}/#/new`)
  await nameField(page).fill('added')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'added' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'orders' }).waitFor()
})

test('after a removal, the back button skips the removed endpoint', async () => {
  const opened = await openOrders()
  const { page } = opened
  await openEndpoint(opened, 'users')
  await chooseMore(page, 'Remove')
  await page.getByText('Removed users.').waitFor()
  await expect.poll(() => page.url()).toMatch(/#\/$/)
  await page.goBack()
  await page.getByRole('heading', { name: 'orders' }).waitFor()
  await action(page, 'Try').waitFor()
})
