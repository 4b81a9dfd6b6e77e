// Webhooks on the page: sent from the form, made from a request, and sent after a response.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './lib/page.ts'
import { openedRequest } from './lib/requests.ts'

test('a webhook is sent from the form, signed, and tried again until it is accepted', async () => {
  const receiver = await startReceiver([503, 201])
  const { page, daemon, complaints } = await openPage({
    args: ['--allow-send', receiver.host],
    at: '#/webhooks',
  })
  await page.getByText('No webhook has been sent yet.').waitFor()
  await page.getByRole('link', { name: 'Send a webhook' }).click()
  const form = formOf(page)
  await form.getByLabel('URL').fill(`${receiver.origin}/hooks`)
  await form.getByText(`--allow-send ${receiver.host}`).waitFor()
  await typeEvent(page, '{"id": 1.10}')
  await form.getByLabel('Headers').fill('x-shop: a\nx-shop: b')
  await form.getByLabel('Signature').selectOption('Stripe')
  await form.getByLabel('Secret').fill('whsec_test')
  await form.getByLabel('Attempts').fill('3')
  await form.getByLabel('Backoff').fill('10')
  await form.getByRole('button', { name: 'Send' }).click()

  const detail = page.getByRole('region', { name: 'Webhook', exact: true })
  await detail.getByText('delivered').waitFor()
  await detail.getByRole('heading', { name: `POST ${receiver.origin}/hooks` }).waitFor()
  const first = detail.getByRole('region', { name: 'Attempt 1' })
  await first.getByText('503 Service Unavailable').waitFor()
  await first.getByText('reply 1').waitFor()
  await detail.getByRole('region', { name: 'Attempt 2' }).getByText('201 Created').waitFor()
  await first.getByText('What was sent').click()
  await first.getByText('Headers that were sent').waitFor()

  expect(receiver.received).toHaveLength(2)
  const [sent] = receiver.received
  expect(sent).toMatchObject({ body: '{"id": 1.10}' })
  expect(sent?.headers.get('x-shop')).toBe('a, b')
  const [, time, signature] =
    /^t=(\d+),v1=(.*)$/.exec(sent?.headers.get('stripe-signature') ?? '') ?? []
  expect(signature).toBe(hmac('whsec_test', `${time}.{"id": 1.10}`))
  await listOf(page).getByText('201, 2 attempts').waitFor()
  await detail.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No webhook has been sent yet.').waitFor()
  expect(await daemon.read('/api/delivery')).toContain('"deliveries":[]')
  expect(complaints).toEqual([])
})

test('the form of a webhook keeps the typed text, and shows its faults', async () => {
  const { page, daemon } = await openPage({ at: '#/webhooks/new' })
  const form = formOf(page)
  await form.getByLabel('URL').fill('hooks')
  await typeEvent(page, '{"a": }')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('column 7').waitFor()
  await typeEvent(page, '{"a": 1}')
  await form.getByLabel('Attempts').fill('many')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('URL must be a URL').waitFor()
  await form.getByText('Attempts must be an integer').waitFor()
  await form.getByLabel('Headers').fill('no header')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('“no header” is not a header.').waitFor()
  await form.getByLabel('Headers').fill('')
  await form.getByLabel('URL').fill('http://localhost:1/hooks')
  await form.getByLabel('Attempts').fill('')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('Start it with `--allow-send').waitFor()

  await typeEvent(page, '{"a": 2}')
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.goto(`${daemon.url}/#/webhooks/new`)
  await page.reload()
  expect(await form.getByLabel('URL').inputValue()).toBe('http://localhost:1/hooks')
  await form.getByText('{"a": 2}').waitFor()
})

test('a recorded request is sent as a webhook', async () => {
  const receiver = await startReceiver([200])
  const { page, daemon } = await openPage({ args: ['--allow-send', receiver.host] })
  await daemon.add('{"name":"hooks","data":"ok"}')
  await fetch(`${daemon.url}/endpoint/hooks`, {
    method: 'PUT',
    headers: { 'x-event': 'paid', 'x-hub-signature-256': 'sha256=old', authorization: 'secret' },
    body: '{"id":1.10}',
  })
  await page.goto(`${daemon.url}/#/requests`)
  await page.getByRole('link', { name: '/endpoint/hooks' }).click()
  await openedRequest(page).getByRole('button', { name: 'Send as webhook' }).click()
  const form = formOf(page)
  await form.getByText('{"id":1.10}').waitFor()
  expect(await form.getByLabel('Signature').inputValue()).toBe('github')
  await form.getByLabel('Secret').fill('s')
  await form.getByLabel('URL').fill(receiver.origin)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => receiver.received.length).toBe(1)
  const [sent] = receiver.received
  expect(sent).toMatchObject({ method: 'PUT', body: '{"id":1.10}' })
  const headers = ['x-event', 'authorization', 'x-hub-signature-256']
  expect(headers.map((name) => sent?.headers.get(name))).toEqual([
    'paid',
    null,
    `sha256=${hmac('s', '{"id":1.10}')}`,
  ])
})

test('a request shows the webhooks that followed its response', async () => {
  const receiver = await startReceiver([200])
  const { page, daemon } = await openPage({ args: ['--allow-send', receiver.host] })
  const then = [{ send: { to: `${receiver.origin}/paid`, event: 1 } }]
  await daemon.addRule(JSON.stringify({ endpoint: 'pay', response: { statusCode: 202, then } }))
  await daemon.read('/endpoint/pay')
  await page.goto(`${daemon.url}/#/requests`)
  await page.getByRole('link', { name: '/endpoint/pay' }).click()
  const followed = openedRequest(page).getByRole('region', { name: 'Webhooks that followed' })
  await followed.getByText('delivered').waitFor()
  await followed.getByRole('link', { name: '/paid' }).click()
  await page.getByRole('link', { name: /^request \d+$/ }).click()
  await openedRequest(page).getByRole('heading', { name: 'GET /endpoint/pay' }).waitFor()
})

test('a pending webhook can be cancelled', async () => {
  const receiver = await startReceiver([200])
  const { page, daemon } = await openPage({
    args: ['--allow-send', receiver.host],
    at: '#/webhooks',
  })
  const body = JSON.stringify({ to: receiver.origin, events: [1, 2], delay: 60_000 })
  await fetch(`${daemon.url}/api/delivery/send`, { method: 'PUT', body })
  await listOf(page).getByRole('link', { name: receiver.origin }).click()
  await page.getByText('0 of 2 messages delivered').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('No webhook has been sent yet.').waitFor()
  expect(receiver.received).toEqual([])
})

function formOf(page: Page): Locator {
  return page.getByRole('form', { name: 'Webhook' })
}

function listOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Webhooks, the newest first' })
}

async function typeEvent(page: Page, text: string): Promise<void> {
  await formOf(page).getByLabel('Event, as JSON').press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

interface Received {
  readonly method: string | undefined
  readonly headers: Headers
  readonly body: string
}

/** Starts a receiver that answers with these statuses in turn, and then repeats the last one. */
async function startReceiver(statuses: readonly number[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const body = Buffer.concat(chunks).toString()
    received.push({ method: request.method, headers, body })
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`reply ${received.length}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return { host, origin: `http://${host}`, received }
}
