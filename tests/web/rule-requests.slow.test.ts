// Rules in the live view: the rule that answered, came closest to, or holds a request.
import { expect, test } from 'vitest'
import type { Daemon } from './lib/daemon.ts'
import { expectFocusOn, press, tabTo } from './lib/keyboard.ts'
import {
  askWithoutWaiting,
  idOf,
  openedRequest,
  openRequests,
  responseOf,
  rows,
} from './lib/requests.ts'
import { ruleOf, rulesOf } from './lib/rules.ts'

test('a request links to the rule that answered it, also if that is used up or removed', async () => {
  const { page, daemon } = await openRequests()
  await daemon.add('{"name":"orders","data":[1]}')
  await daemon.addRule('{"id":"busy","endpoint":"orders","response":{"statusCode":503},"times":1}')
  await daemon.read('/endpoint/orders')
  await rows(page, 'orders 503').getByRole('link').click()
  const opened = openedRequest(page)
  await opened.getByRole('link', { name: 'busy' }).press('Enter')
  await ruleOf(page, 'busy').getByText('used once, used up').waitFor()
  await ruleOf(page, 'busy').getByRole('heading').and(page.locator(':focus')).waitFor()
  await fetch(`${daemon.url}/api/rule/busy`, { method: 'DELETE' })
  await ruleOf(page, 'busy').getByText('removed').waitFor()
  await page.reload()
  await rulesOf(page).getByText('Rule busy no longer exists.').waitFor()
})

test('a request shows the fault with which a rule broke its connection', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule('{"endpoint":"orders","response":{"fault":"reset"}}')
  await daemon.read('/endpoint/orders').catch(() => {})
  await rows(page, 'orders reset').getByRole('link').click()
  await responseOf(page).getByText('Its rule broke the connection instead: reset.').waitFor()
})

test('a request that no rule matches shows the closest rule, and the difference', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule(
    '{"id":"customer","endpoint":"stripe","when":{"path":"/v1/customers/:id"},"response":{"data":1}}',
  )
  await daemon.read('/endpoint/stripe/v1/customer')
  await rows(page, '/endpoint/stripe/v1/customer').getByRole('link').click()
  const opened = openedRequest(page)
  await opened.getByText('No rule of stripe matches this request.').waitFor()
  await opened
    .getByText(
      'The closest is customer: its path is /v1/customers/:id, but the request has /v1/customer.',
    )
    .waitFor()
  await opened.getByRole('link', { name: 'customer', exact: true }).press('Enter')
  await ruleOf(page, 'customer').getByRole('heading').and(page.locator(':focus')).waitFor()
})

test('an unmatched request below an endpoint without rules links to its rules', async () => {
  const { page, daemon } = await openRequests()
  await daemon.add('{"name":"orders","data":[1]}')
  await daemon.read('/endpoint/orders/7')
  await rows(page, '/endpoint/orders/7').getByRole('link').click()
  const opened = openedRequest(page)
  await opened.getByText('Only rules answer below an endpoint. orders had none.').waitFor()
  await opened.getByRole('link', { name: 'Rules of orders' }).press('Enter')
  await rulesOf(page).waitFor()
})

test('a held request is released by keyboard, with its own or with another response', async () => {
  const { page, daemon, complaints } = await openRequests()
  await daemon.addRule(
    '{"id":"gate","endpoint":"orders","response":{"hold":true,"statusCode":201,"data":"kept"}}',
  )
  const opened = openedRequest(page)
  const first = ask(daemon)
  await rows(page, 'orders held').getByRole('link').press('Enter')
  await responseOf(page).getByText('held', { exact: true }).waitFor()
  await tabTo(opened.getByRole('button', { name: 'Release', exact: true }))
  await press(page, 'Enter')
  expect(await first).toEqual([201, '"kept"'])
  await responseOf(page).getByText('201 Created').waitFor()
  await expectFocusOn(page.getByRole('heading', { name: 'GET /endpoint/orders' }))
  const second = ask(daemon)
  await rows(page, 'orders held').getByRole('link').press('Enter')
  await tabTo(opened.getByRole('button', { name: 'Release with another response' }))
  await press(page, 'Enter')
  await tabTo(opened.getByLabel('Response, as JSON'))
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.insertText('{"statusCode":99,"dat":1}')
  await press(page, 'ControlOrMeta+s')
  const faults = opened.getByRole('alert').getByRole('listitem')
  await faults.filter({ hasText: '/dat is not one of statusCode' }).waitFor()
  await faults.filter({ hasText: '/statusCode must be' }).waitFor()
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.insertText('{"statusCode":504,"data":[1.10]}')
  await tabTo(opened.getByRole('button', { name: 'Release with this response' }))
  await press(page, 'Enter')
  expect(await second).toEqual([504, '[1.10]'])
  await expectFocusOn(page.getByRole('heading', { name: 'GET /endpoint/orders' }))
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
})

test('a held request is released from its row in the list', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule('{"endpoint":"orders","response":{"hold":true,"statusCode":201}}')
  const answer = ask(daemon)
  const held = rows(page, 'orders held')
  await held.getByRole('button', { name: 'Release' }).press('Enter')
  expect(await answer).toEqual([201, ''])
  await rows(page, 'orders 201').waitFor()
  expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0)
})

test('releasing a request that is no longer held shows an error', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule('{"endpoint":"orders","response":{"hold":true,"data":1,"delay":5000}}')
  askWithoutWaiting(daemon, '/endpoint/orders')
  await rows(page, 'orders held').getByRole('link').click()
  const id = await idOf(daemon)
  const release = page.getByRole('button', { name: 'Release', exact: true })
  await release.press('Enter')
  await page.getByText(`Released request ${id}.`).waitFor()
  await release.press('Enter')
  await page.getByText(`Request \`${id}\` is not held.`).waitFor()
})

/** Sends a request. Resolves to the status and the body of the response. */
async function ask({ url }: Daemon): Promise<[number, string]> {
  const response = await fetch(`${url}/endpoint/orders`)
  return [response.status, await response.text()]
}

test('a response typed for a held request is still there after a look at another request', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule('{"id":"gate","endpoint":"orders","response":{"hold":true}}')
  await daemon.read('/endpoint/other')
  const held = ask(daemon)
  const opened = openedRequest(page)
  await rows(page, 'orders held').getByRole('link').press('Enter')
  await opened.getByRole('button', { name: 'Release with another response' }).press('Enter')
  await opened.getByLabel('Response, as JSON').click()
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.insertText('{"statusCode":418}')
  await rows(page, 'other').getByRole('link').press('Enter')
  await page.getByRole('heading', { name: 'GET /endpoint/other' }).waitFor()
  await rows(page, 'orders held').getByRole('link').press('Enter')
  await opened.getByRole('button', { name: 'Release with this response' }).press('Enter')
  expect(await held).toEqual([418, ''])
})
