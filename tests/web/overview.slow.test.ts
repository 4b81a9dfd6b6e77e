// The first screen of the web UI, and the last requests to one endpoint.
import { expect, test } from 'vitest'
import { row } from './lib/endpoints.ts'
import { openPage } from './lib/page.ts'
import { openedRequest, rows } from './lib/requests.ts'

test('the first screen shows the base URL, a command to try, and unmatched requests first', async () => {
  const { page, daemon, complaints } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  await page.reload()
  await page.getByText('No request has come yet.').waitFor()
  for (const name of ['ordrs', 'orders', 'orders']) await daemon.read(`/endpoint/${name}`)
  const overview = page.locator('.overview')
  expect(await overview.locator('pre').allTextContents()).toEqual([
    `${daemon.url}/endpoint`,
    `curl ${daemon.url}/endpoint/orders`,
  ])
  await page.getByRole('link', { name: 'Show all 3' }).waitFor()
  expect(await overview.getByRole('heading').allTextContents()).toEqual([
    'Base URL',
    'Nothing matched these',
    'Last requests',
  ])
  await expect.poll(() => rows(page, 'orders').count()).toBe(2)
  await rows(page, 'unmatched').getByRole('link').press('Enter')
  await openedRequest(page).getByText('There was no endpoint ordrs.').waitFor()
  expect(complaints).toEqual([])
})

test('an endpoint shows its last requests, including unmatched ones', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  await daemon.add('{"name":"orders-2","data":1}')
  await daemon.addRule('{"endpoint":"orders","when":{"path":"/1"},"response":{}}')
  await page.goto(`${daemon.url}/#/endpoint/orders`)
  await page.getByText('No requests yet.').waitFor()
  await daemon.read('/endpoint/orders/9')
  for (let i = 0; i < 6; i++) await daemon.read('/endpoint/orders')
  await daemon.read('/endpoint/orders-2')
  await expect.poll(() => rows(page).count()).toBe(5)
  await page.getByRole('link', { name: 'Show all 7' }).press('Enter')
  await expect.poll(() => rows(page).count()).toBe(7)
  await rows(page, 'unmatched').waitFor()
  await page.goBack()
  await row(page, 'orders').waitFor()
})
