// A real service behind an endpoint: forwarding, recording, and the switches for both on its rule.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openOrders } from './lib/endpoints.ts'
import { openedRequest } from './lib/requests.ts'
import { beginRule, ruleOf, rulesOf, showJson, typeRule } from './lib/rules.ts'

const forwarding =
  '{"id":"all","endpoint":"orders","when":{"path":"/*"},"response":{"forward":"https://api.example.com"}}'

test('a forwarded response is recorded, and answers when forwarding is switched off', async () => {
  const service = await startService()
  const { page, daemon, complaints } = await openOrders({
    args: ['--allow-forward', service.host],
  })
  const form = await beginForward(page)
  await form.getByLabel('Base URL').fill(service.origin)
  await form.getByText(`--allow-forward ${service.host}`).waitFor()
  await form.getByRole('button', { name: 'Add rule' }).click()
  const rule = rulesOf(page).getByRole('listitem').filter({ hasText: 'forward to' })
  expect(await rule.getByLabel('Record: rule').isChecked()).toBe(true)

  expect(await daemon.read('/endpoint/orders/v1/a?b=1')).toBe('{"asked":"/v1/a?b=1"}')
  await page.goto(`${daemon.url}/#/requests`)
  await page.getByRole('link', { name: '/endpoint/orders/v1/a' }).click()
  await openedRequest(page).getByText('recorded as').getByRole('link').click()
  const recording = rulesOf(page).getByRole('listitem').filter({ hasText: 'recorded just now' })
  await recording.getByRole('heading', { name: 'GET /v1/a' }).and(page.locator(':focus')).waitFor()

  await rule.getByLabel('On: rule').uncheck()
  await rule.and(page.locator('.off')).waitFor()
  await service.stop()
  expect(await daemon.read('/endpoint/orders/v1/a?b=1')).toBe('{"asked":"/v1/a?b=1"}')
  await recording.getByText('used once, recorded just now').waitFor()
  expect(complaints).toEqual([])
})

test('“Record this” records only the next request that is the same as the open one', async () => {
  const service = await startService()
  const { page, daemon } = await openOrders({ args: ['--allow-forward', service.host] })
  await daemon.addRule(forwarding.replace('https://api.example.com', service.origin))
  const ask = () => daemon.read('/endpoint/orders/v1/caf%C3%A9?b=1')
  await ask()
  await page.goto(`${daemon.url}/#/requests`)
  await page.getByRole('link', { name: '/endpoint/orders/v1/caf%C3%A9' }).click()
  await openedRequest(page).getByRole('button', { name: 'Record this' }).click()
  await page.getByText('The next GET /v1/caf%C3%A9 is recorded.').waitFor()
  await daemon.read('/endpoint/orders/v1/other')
  const response = await ask()
  await service.stop()
  expect(await ask()).toBe(response)
  const { rules } = JSON.parse(await daemon.read('/api/rule?endpoint=orders')) as {
    rules: { when: object }[]
  }
  expect(rules.map(({ when }) => when)).toEqual([
    { method: 'GET', path: '/v1/café', exactPath: true, queryString: 'b=1' },
    { path: '/*' },
  ])
})

test('recording is switched off and on again with the same settings', async () => {
  const { page, daemon } = await openOrders()
  const record = '"record":{"headers":["accept"]}'
  await daemon.addRule(forwarding.replace('.com"', `.com",${record}`))
  await page.reload()
  const recording = ruleOf(page, 'all').getByLabel('Record: rule all')
  await recording.uncheck()
  await expect.poll(() => daemon.read('/api/rule/all')).not.toContain('"record"')
  await expect.poll(() => recording.isChecked()).toBe(false)
  await recording.check()
  await expect.poll(() => daemon.read('/api/rule/all')).toContain(record)
  await page.getByRole('button', { name: 'Edit rule all' }).press('Enter')
  await ruleOf(page, 'all').getByLabel('Rule, as JSON').waitFor()
  await ruleOf(page, 'all').getByRole('tab', { name: 'Form' }).click()
  await page.getByText('The form cannot show how this rule records.').waitFor()
})

test('a rule that forwards everything shows how many rules it keeps from answering', async () => {
  const { page, daemon } = await openOrders()
  for (const id of ['a', 'b', 'c']) {
    await daemon.addRule(`{"id":"${id}","endpoint":"orders","response":{"data":1}}`)
  }
  await daemon.addRule('{"id":"off","endpoint":"orders","response":{"data":1},"chance":0}')
  await daemon.addRule(forwarding)
  await daemon.addRule('{"id":"d","endpoint":"orders","response":{"data":1}}')
  await page.reload()
  const said = 'While it is on, the 3 rules below it answer nothing.'
  await ruleOf(page, 'all').getByText(said).waitFor()
  await ruleOf(page, 'all').getByLabel('On: rule all').uncheck()
  await ruleOf(page, 'all').getByText(said).waitFor({ state: 'detached' })
})

test('the form of a rule restores the fields of its response when it no longer forwards', async () => {
  const { page } = await openOrders()
  await beginRule(page)
  await typeRule(
    page,
    'New rule',
    '{"endpoint":"orders","response":{"statusCode":201,"dynamic":true,"body":"x","delay":5}}',
  )
  const form = rulesOf(page).getByRole('form', { name: 'New rule' })
  await form.getByRole('tab', { name: 'Form' }).click()
  await form.getByLabel('Body').selectOption('The response of another service')
  await form.getByLabel('Base URL').fill('https://api.example.com')
  await form.getByLabel('Record its responses').check()
  await form.getByLabel('Status').waitFor({ state: 'detached' })
  await form.getByLabel('Body').selectOption('Text')
  expect(await form.getByLabel('Status').inputValue()).toBe('201 Created')
  expect(await form.getByLabel('Text').inputValue()).toBe('x')
  await form.getByLabel('Body').selectOption('The response of another service')
  expect(await form.getByLabel('Base URL').inputValue()).toBe('https://api.example.com')
  await showJson(form)
  const typed = (await form.locator('.cm-content').textContent()) ?? ''
  expect(JSON.parse(typed)).toEqual({
    endpoint: 'orders',
    response: { delay: 5, forward: 'https://api.example.com', record: true },
  })
})

/** Opens the form of a rule that forwards. */
async function beginForward(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Forward to a service' }).press('Enter')
  return rulesOf(page).getByRole('form', { name: 'New rule' })
}

/** Starts a service that answers with the URL of each request. */
async function startService() {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ asked: url }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, origin: `http://${host}`, stop }
}
