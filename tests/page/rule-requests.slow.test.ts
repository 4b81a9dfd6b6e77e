// What the live view says of rules: which answered, which came closest, and which holds a request.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeBrowser, whyNoBrowser } from './lib/page.ts'
import { askWithoutWaiting, openRequests, rows } from './lib/requests.ts'
import { ruleOf, rulesOf } from './lib/rules.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
afterAll(closeBrowser)

test('a request leads to the rule that answered it, used up or removed', async () => {
  const { page, daemon } = await openRequests()
  await daemon.add('{"name":"orders","data":[1]}')
  await daemon.addRule('{"id":"busy","endpoint":"orders","answer":{"statusCode":503},"times":1}')
  await daemon.read('/endpoint/orders')
  await rows(page, 'orders Answered 503').getByRole('link').click()
  const opened = page.getByRole('region', { name: 'Request' })
  await opened.getByRole('link', { name: 'busy' }).press('Enter')
  await ruleOf(page, 'busy').getByText('used once, used up').waitFor()
  await ruleOf(page, 'busy').getByRole('heading').and(page.locator(':focus')).waitFor()
  await fetch(`${daemon.url}/api/rule/busy`, { method: 'DELETE' })
  await ruleOf(page, 'busy').getByText('removed').waitFor()
  await page.reload()
  await rulesOf(page).getByText('Rule busy is not here any more.').waitFor()
})

test('a request that a rule broke off says how', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule('{"endpoint":"orders","answer":{"fault":"reset"}}')
  await daemon.read('/endpoint/orders').catch(() => {})
  await rows(page, 'orders Answered reset').getByRole('link').click()
  const opened = page.getByRole('region', { name: 'Request' })
  await opened
    .getByRole('definition')
    .filter({ hasText: /^reset$/ })
    .waitFor()
})

test('a request that no rule matches shows the closest one, and what differs', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule(
    '{"id":"customer","endpoint":"stripe","when":{"path":"/v1/customers/:id"},"answer":{"data":1}}',
  )
  await daemon.read('/endpoint/stripe/v1/customer')
  await rows(page, '/endpoint/stripe/v1/customer').getByRole('link').click()
  const opened = page.getByRole('region', { name: 'Request' })
  await opened.getByText('No rule of stripe matches this request.').waitFor()
  await opened
    .getByText(
      'The closest is customer: its path is /v1/customers/:id, but the request has /v1/customer.',
    )
    .waitFor()
  await opened.getByRole('link', { name: 'customer', exact: true }).press('Enter')
  await ruleOf(page, 'customer').getByRole('heading').and(page.locator(':focus')).waitFor()
})

test('a request below an endpoint without rules leads to its rules', async () => {
  const { page, daemon } = await openRequests()
  await daemon.add('{"name":"orders","data":[1]}')
  await daemon.read('/endpoint/orders/7')
  await rows(page, '/endpoint/orders/7').getByRole('link').click()
  const opened = page.getByRole('region', { name: 'Request' })
  await opened.getByText('Below an endpoint, rules alone answer. orders had none.').waitFor()
  await opened.getByRole('link', { name: 'Rules of orders' }).press('Enter')
  await rulesOf(page).waitFor()
})

test('a held request is marked as such', async () => {
  const { page, daemon } = await openRequests()
  await daemon.addRule('{"id":"gate","endpoint":"orders","answer":{"hold":true,"data":1}}')
  askWithoutWaiting(daemon, '/endpoint/orders')
  await rows(page, 'orders Pending, held').getByRole('link').click()
  const opened = page.getByRole('region', { name: 'Request' })
  await expect.poll(() => opened.textContent()).toContain('Pending, held')
})
