// The open request: its body, query and response, and the actions for it.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Daemon } from './lib/daemon.ts'
import type { Opened } from './lib/page.ts'
import { idOf, openedRequest, openRequests, responseOf, rows } from './lib/requests.ts'

interface Asked {
  readonly at?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

async function post({ url }: Daemon, { at = '', headers = {}, body }: Asked): Promise<void> {
  const type = { 'content-type': 'application/json' }
  await fetch(`${url}/endpoint/orders${at}`, {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  })
}

async function openFirst(page: Page): Promise<void> {
  await rows(page).first().getByRole('link').click()
  await openedRequest(page).getByRole('heading', { name: 'Response' }).waitFor()
}

const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText())

describe('the parts of a request', () => {
  test('a request shows its body first, pretty or raw, then its query, response and headers', async () => {
    const { page, daemon, complaints } = await openRequests()
    await daemon.add('{"name":"orders","data":{"ok":[1.10]},"statusCode":201}')
    const headers = { 'x-trace': 'abc-123', cookie: 'secret' }
    await post(daemon, { at: '?of=a%20b&x=1', headers, body: '{"id":12345678901234567890}' })
    await openFirst(page)
    const opened = openedRequest(page)
    await opened.getByRole('heading', { name: 'POST /endpoint/orders?of=a%20b&x=1' }).waitFor()
    const headings = await opened.getByRole('heading', { level: 3 }).allTextContents()
    expect(headings).toEqual(['Body', 'Query', 'Response'])
    await opened.getByText('27 B, JSON').waitFor()
    expect(await opened.locator('pre').first().textContent()).toBe(
      '{\n  "id": 12345678901234567890\n}',
    )
    await opened.getByRole('tab', { name: 'Raw' }).first().click()
    expect(await opened.locator('pre').first().textContent()).toBe('{"id":12345678901234567890}')
    const query = opened.locator('section').filter({ hasText: /^Query/ })
    expect(await query.getByRole('definition').allTextContents()).toEqual(['a b', '1'])
    await responseOf(page).getByText('201 Created').waitFor()
    await responseOf(page).getByText('{\n  "ok": [\n    1.10\n  ]\n}').waitFor()
    const parts = await opened.locator('.headers summary').allTextContents()
    expect(parts).toEqual([expect.stringMatching(/^Headers \d+$/), 'Headers of the response 4'])
    await opened.getByText(/^Headers \d+$/).click()
    await opened.getByRole('definition').filter({ hasText: 'abc-123' }).waitFor()
    expect(await opened.textContent()).not.toContain('secret')
    await opened
      .getByRole('term')
      .filter({ hasText: /^content-type$/ })
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })

  test('a request without a body and a query shows “No body” and no query', async () => {
    const { page, daemon } = await openRequests()
    await daemon.read('/endpoint/orders')
    await openFirst(page)
    await openedRequest(page).getByText('No body.').waitFor()
    const headings = await openedRequest(page).getByRole('heading', { level: 3 }).allTextContents()
    expect(headings).toEqual(['Response'])
  })

  test('a form is shown as names and values, and a binary body as base64', async () => {
    const { page, daemon } = await openRequests()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    await post(daemon, { headers: type, body: 'name=Ada+Lovelace&of=a%26b' })
    await openFirst(page)
    const opened = openedRequest(page)
    await opened.getByText('26 B, form').waitFor()
    await opened.getByRole('definition').filter({ hasText: 'Ada Lovelace' }).waitFor()
    await post(daemon, { body: new Uint8Array([255, 254, 0]) })
    await rows(page).nth(1).waitFor()
    await openFirst(page)
    await opened.getByText('3 B, binary, shown as base64').waitFor()
    await opened.getByText('//4A').waitFor()
  })

  test('a request with a truncated body shows its beginning, and is not sent again', async () => {
    const { page, daemon } = await openRequests({ args: ['--journal-body', '8'] })
    await post(daemon, { body: '{"long":"body"}' })
    await openFirst(page)
    await openedRequest(page).getByText('the first 8 B of 15 B, text').waitFor()
    await openedRequest(page).getByRole('button', { name: 'Send again' }).press('Enter')
    await page.getByText('Its body was not kept whole, so it cannot be sent again.').waitFor()
    expect(await rows(page).count()).toBe(1)
    const note = 'curl lacks the rest of the body, which was not kept whole.'
    await openedRequest(page).getByText(note).waitFor()
    await page.getByRole('button', { name: 'Save as endpoint' }).click()
    await page.getByText('The body was not kept whole, so the data is an example.').waitFor()
  })

  test('an unmatched request shows the closest name, and its endpoint can be added', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"orders","data":1}')
    await daemon.read('/endpoint/ordrs%20%C3%A4')
    await daemon.read('/endpoint/ordrs')
    await rows(page, 'ordrs unmatched').first().getByRole('link').click()
    await openedRequest(page).getByRole('link', { name: 'orders', exact: true }).waitFor()
    await responseOf(page).getByText('404 Not Found').waitFor()
    await page.goto(`${daemon.url}/#/requests/${await idOf(daemon)}`)
    await openedRequest(page).getByRole('link', { name: 'Add this endpoint' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('ordrs ä')
    await page.keyboard.press('ControlOrMeta+s')
    await expect
      .poll(async () => JSON.parse(await daemon.read('/endpoint/ordrs%20%C3%A4')))
      .toEqual({ hello: 'world' })
  })
})

describe('actions for a request', () => {
  test('a request is closed by Escape or its button, and focus returns to its row', async () => {
    const { page, daemon } = await openRequests()
    for (const name of ['first', 'second', 'third']) await daemon.read(`/endpoint/${name}`)
    const link = rows(page, 'second').getByRole('link')
    for (const close of ['Escape', 'Enter']) {
      await link.press('Enter')
      const heading = page.getByRole('heading', { name: 'GET /endpoint/second' })
      await heading.and(page.locator(':focus')).waitFor()
      if (close === 'Enter') await page.keyboard.press('Tab')
      await page.keyboard.press(close)
      await openedRequest(page).waitFor({ state: 'detached' })
      await link.and(page.locator(':focus')).waitFor()
    }
  })

  test('a request is copied as a curl command', async () => {
    const { page, daemon } = await openRequests()
    await post(daemon, { at: '?x=1', body: `{"it's":1}` })
    await openFirst(page)
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    const command = await clipboard(page)
    expect(command).toContain(`curl -X POST '${daemon.url}/endpoint/orders?x=1'`)
    expect(command).toContain(`--data-raw '{"it'\\''s":1}'`)
  })

  test('a request is saved as an endpoint with its name, and its body as the data', async () => {
    const { page, daemon } = await openRequests()
    await post(daemon, { body: '{"id":1.10}' })
    await openFirst(page)
    await page.getByRole('button', { name: 'Save as endpoint' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('orders')
    await page.locator('.cm-content').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => daemon.read('/endpoint/orders')).toBe('{"id":1.10}')
  })

  test('a request is sent again, the same except for credentials, and the new one opens', async () => {
    const opened = await openRequests()
    const { page, daemon, complaints } = opened
    await daemon.add('{"name":"orders","data":1}')
    const headers = { 'x-trace': 'abc-123', authorization: 'Bearer secret' }
    await post(daemon, { at: '?x=1', headers, body: '{"a":"ä"}' })
    await openFirst(page)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Sent again, without authorization').waitFor()
    await untilSecondOpen(opened)
    const read = JSON.parse(await daemon.read(`/api/request/${await idOf(daemon, 2)}`))
    expect(read).toMatchObject({ method: 'POST', path: '/endpoint/orders', query: 'x=1' })
    expect(read.body).toBe('{"a":"ä"}')
    const sent = new Headers(read.headers)
    expect(sent.get('x-trace')).toBe('abc-123')
    expect(sent.get('content-type')).toBe('application/json')
    expect(sent.get('authorization')).toBeNull()
    expect(complaints).toEqual([])
  })

  test('a request with long headers is sent again, and the new one opens', async () => {
    const opened = await openRequests()
    const { page, daemon } = opened
    const headers = { 'a-long-one': 'x'.repeat(5000) }
    await post(daemon, { headers, body: '1' })
    await openFirst(page)
    await page.getByRole('button', { name: 'Send again' }).click()
    await untilSecondOpen(opened)
  })

  test('a request is sent again without an error when the endpoint breaks the connection', async () => {
    const opened = await openRequests()
    const { page, daemon } = opened
    const response = '{"data":"a text of which a part is sent","fault":"truncate"}'
    await daemon.addRule(`{"endpoint":"orders","response":${response}}`)
    await expect(daemon.read('/endpoint/orders')).rejects.toThrow()
    await rows(page).first().getByRole('link').click()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Send again' }).click()
    await failed
    await untilSecondOpen(opened)
    await page.getByRole('heading', { name: 'Response' }).waitFor()
    expect(errors).toEqual([])
  })

  test('a request is compared with another one, and only the differences are shown', async () => {
    const { page, daemon } = await openRequests()
    const lines = Array.from({ length: 20 }, (_, i) => `"line-${i}":${i}`).join()
    for (const total of [1, 2]) {
      const headers = { 'x-trace': `trace-${total}` }
      await post(daemon, { at: `?total=${total}`, headers, body: `{${lines},"total":${total}}` })
    }
    await rows(page, 'total=1').getByRole('link').click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('Open another request.').waitFor()
    await rows(page, 'total=2').getByRole('link').click()
    const opened = openedRequest(page)
    await opened.getByText('− total = 1').waitFor()
    await opened.getByText('+ total = 2').waitFor()
    await opened.getByText('−   "total": 1').waitFor()
    await opened.getByText('+   "total": 2').waitFor()
    await opened.getByText('− x-trace: trace-1').waitFor()
    expect(await opened.textContent()).toContain('line-19')
    expect(await opened.textContent()).not.toContain('line-3"')
    await page.getByRole('button', { name: 'Stop comparing' }).click()
    await opened.getByText('"line-3"').waitFor()
  })
})

/** Waits until the second request since the daemon was emptied is open. Ids continue. */
async function untilSecondOpen({ page, daemon }: Opened): Promise<void> {
  const id = (await idOf(daemon)) + 1
  await expect.poll(() => page.url()).toMatch(new RegExp(`#/requests/${id}$`))
}
