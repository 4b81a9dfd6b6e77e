// The page while the service cannot be reached, something else answers, or parts of it are missing.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { row, shownData, typeData } from './lib/endpoints.ts'
import { holdBack, openPage } from './lib/page.ts'
import { untilLive } from './lib/requests.ts'

const away = 'The service cannot be reached. Is it running?'
const another = 'A server that is not mock-endpoint answered 502. Is the service running?'

/**
 * From now on, each call of the control API gets this status, or fails without one. The latest of
 * several routes wins. Earlier ones stay, or the daemon would answer a call in between.
 */
async function answerCalls(page: Page, status?: number): Promise<void> {
  await page.route('**/api/**', (route) =>
    status ? route.fulfill({ status, body: '<h1>Not this one</h1>' }) : route.abort(),
  )
}

test('a list that cannot be loaded shows whether no server or another server answers', async () => {
  const { page } = await openPage()
  const fault = page.getByRole('region', { name: 'Endpoints' }).getByRole('alert')
  await answerCalls(page)
  await page.getByRole('searchbox').fill('a')
  await fault.filter({ hasText: away }).waitFor()
  await answerCalls(page, 502)
  await page.getByRole('searchbox').fill('ab')
  await fault.filter({ hasText: another }).waitFor()
  await page.getByText(`Unreachable ${another}`).waitFor()
  await page.unroute('**/api/**')
  await page.getByRole('searchbox').fill('')
  await fault.waitFor({ state: 'detached' })
})

test('an endpoint loads once the service is back, and unsaved changes are shown without it', async () => {
  const { page, daemon } = await openPage()
  for (const name of ['orders', 'users']) await daemon.add(`{"name":"${name}","data":"saved"}`)
  await page.goto(`${daemon.url}/#/endpoint/users`)
  await typeData(page, '"typed"')
  await answerCalls(page)
  await page.goto(`${daemon.url}/#/endpoint/orders`)
  await page.getByRole('main').getByRole('alert').filter({ hasText: away }).first().waitFor()
  await page.goto(`${daemon.url}/#/endpoint/users`)
  await expect.poll(() => shownData(page)).toBe('"typed"')
  await page.goto(`${daemon.url}/#/endpoint/orders`)
  await page.unroute('**/api/**')
  await expect.poll(() => shownData(page)).toBe('"saved"')
})

test('the live view tries again after a 502, and waits for the user after a 404', async () => {
  const { page } = await openPage()
  await answerCalls(page, 502)
  // The header counts requests, so it stays connected until the page is loaded again.
  await page.reload()
  await page.getByRole('link', { name: 'Requests' }).press('Enter')
  await page.getByText(`Not connected, trying again. ${another}`).waitFor()
  await answerCalls(page, 404)
  await page.getByText('Not connected. A server that is not mock-endpoint answered 404.').waitFor()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await untilLive(page)
})

test('an editor that cannot be loaded shows an error, and a button reloads the page', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.route('**/static/json-editor*', (route) => route.abort())
  await row(page, 'orders').click()
  const fault = page.getByRole('alert').filter({ hasText: 'The editor could not be loaded' })
  await fault.waitFor()
  expect(errors).toEqual([])
  await page.unroute('**/static/json-editor*')
  await fault.getByRole('button', { name: 'Load the page again' }).press('Enter')
  await page.getByLabel('Data, as JSON').waitFor()
})

test('the theme and the switch of a rule work although the browser stores no site data', async () => {
  const { page, daemon } = await openPage()
  await daemon.addRule('{"id":"a","endpoint":"orders","response":{},"chance":0.5}')
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('No site data', 'SecurityError')
        },
      })
    }
  })
  await page.goto(`${daemon.url}/?again#/endpoint/orders`)
  await page.getByRole('button', { name: 'Theme and help' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  const isOn = page.getByLabel('On: rule a')
  await isOn.press('Space')
  await page.locator('.rules .off').waitFor()
  await isOn.press('Space')
  await page.getByText('50 % of them').waitFor()
})

test('an endpoint that loads late does not move the focus', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  const response = await holdBack(page, '**/api/endpoint/orders')
  await page.goto(`${daemon.url}/?again#/endpoint/orders`)
  const menu = page.getByRole('button', { name: 'Theme and help' })
  await menu.focus()
  response()
  await page.getByLabel('Data, as JSON').waitFor()
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
})
