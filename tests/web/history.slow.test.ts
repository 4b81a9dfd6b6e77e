// The browser's way back: it leads to what is there, and never to what was saved under another name.
import { expect, test } from 'vitest'
import { action, chooseMore, nameField, openEndpoint, openOrders } from './lib/endpoints.ts'

test('after a rename it leads past the old name', async () => {
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

test('after an addition it leads past the empty form', async () => {
  const { page, daemon } = await openOrders()
  await page.goto(`${daemon.url}/#/new`)
  await nameField(page).fill('added')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'added' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'orders' }).waitFor()
})

test('after a removal it leads past what is gone', async () => {
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
