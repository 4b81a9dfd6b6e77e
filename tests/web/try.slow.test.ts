// Trying an endpoint: the saved or the unsaved version, the request, and all kinds of responses.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { action, exact, nameField, openEndpoint, shownData, typeData } from './lib/endpoints.ts'
import { type Opened, openPage } from './lib/page.ts'

async function openOrders(record = '{"name":"orders","data":{"saved":1}}'): Promise<Opened> {
  const opened = await openPage()
  await opened.daemon.add(record)
  await openEndpoint(opened, 'orders')
  return opened
}

function responseOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Response' })
}

function bodyOf(page: Page): Locator {
  return responseOf(page).getByRole('tabpanel')
}

async function openOptions(page: Page): Promise<void> {
  await responseOf(page)
    .getByText(/^Asked with/)
    .click()
}

/** Resolves to the last recorded request. */
async function lastRequest({ daemon }: Opened): Promise<{
  method: string
  path: string
  query: string
  body: string
  headers: [string, string][]
}> {
  const { requests } = JSON.parse(await daemon.read('/api/request'))
  return JSON.parse(await daemon.read(`/api/request/${requests[0].id}`))
}

test('Try shows the response, with a link to the rule that answered', async () => {
  const { page, daemon } = await openOrders()
  await daemon.addRule('{"id":"busy","endpoint":"orders","times":1,"response":{"statusCode":503}}')
  await action(page, 'Try').press('Enter')
  await responseOf(page).getByText('503 Service Unavailable').waitFor()
  await responseOf(page).getByRole('link', { name: 'busy' }).waitFor()
  expect(
    await responseOf(page)
      .locator('.shown')
      .getByText(/^Asked with/)
      .count(),
  ).toBe(0)
  await action(page, 'Try').press('Enter')
  await responseOf(page).getByText('200 OK').waitFor()
  expect(await responseOf(page).getByRole('link', { name: 'busy' }).count()).toBe(0)
})

describe('Try with unsaved changes', () => {
  test('“Try the saved one” tries the saved version, and the response says so', async () => {
    const { page } = await openOrders()
    await typeData(page, '{"typed": 2}')
    await action(page, 'Try').press('Enter')
    await page.getByRole('menuitem', { name: 'Try the saved one' }).press('Enter')
    await expect.poll(() => bodyOf(page).textContent()).toBe('{\n  "saved": 1\n}')
    await page.getByText('From the saved version, without your changes.').waitFor()
    expect(await shownData(page)).toBe('{"typed": 2}')
    await action(page, 'Discard').press('Enter')
    await page.getByText('without your changes').waitFor({ state: 'detached' })
  })

  test('“Save and try” saves the unsaved changes, and then tries them', async () => {
    const { page, daemon } = await openOrders()
    await typeData(page, exact)
    await action(page, 'Try').press('Enter')
    await page.getByRole('menuitem', { name: 'Save and try' }).press('Enter')
    await expect.poll(() => bodyOf(page).textContent()).toContain('12345678901234567890')
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    expect(await page.getByText('without your changes').count()).toBe(0)
  })

  test('Ctrl+Enter in the editor saves and tries, also under a new name', async () => {
    const { page, daemon } = await openOrders()
    await nameField(page).fill('renamed')
    await typeData(page, exact)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('heading', { name: 'renamed' }).waitFor()
    await expect.poll(() => bodyOf(page).textContent()).toContain('12345678901234567890')
    expect(await daemon.read('/endpoint/renamed')).toBe(exact)
  })

  test('nothing is tried when unsaved changes cannot be saved', async () => {
    const { page } = await openOrders()
    await page.getByLabel('Delay').fill('soon')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Write it as 300, 300 ms, 1.5 s or 2 min.').waitFor()
    expect(await responseOf(page).getByRole('status').textContent()).toBe('')
  })
})

describe('the request of Try', () => {
  test('Try sends the chosen method, path, headers and body, and a line summarizes them', async () => {
    const opened = await openOrders()
    const { page, daemon, complaints } = opened
    await daemon.addRule(
      '{"endpoint":"orders","when":{"method":"POST","path":"/v1"},"response":{"statusCode":201}}',
    )
    await openOptions(page)
    await page.getByLabel('Method').selectOption('POST')
    await page.getByLabel('Path and query').fill('/v1?page=2')
    await page.getByLabel('Headers', { exact: true }).fill('x-one: 1\n\n x-two : two words ')
    await page.getByLabel('Body', { exact: true }).fill(exact)
    await action(page, 'Try').press('Enter')
    await responseOf(page).getByText('201 Created').waitFor()
    await page.getByText('Asked with POST /v1?page=2, 2 headers, a body').waitFor()
    const { method, path, query, body, headers } = await lastRequest(opened)
    expect([method, path, query, body]).toEqual(['POST', '/endpoint/orders/v1', 'page=2', exact])
    expect(headers).toContainEqual(['x-one', '1'])
    expect(headers).toContainEqual(['x-two', 'two words'])
    expect(complaints).toEqual([])
  })

  test('Try refuses lines that are not headers, and headers that browsers do not allow', async () => {
    const { page } = await openOrders()
    await openOptions(page)
    const headers = page.getByLabel('Headers', { exact: true })
    await headers.fill('no header')
    await action(page, 'Try').press('Enter')
    await responseOf(page).getByText('“no header” is not a header.').waitFor()
    await headers.fill('x-name: 名')
    await action(page, 'Try').press('Enter')
    await responseOf(page).getByText('The value of “x-name” has characters').waitFor()
    await headers.fill('Host: example.com')
    await action(page, 'Try').press('Enter')
    await responseOf(page).getByText('Browsers do not let a page send the header “host”.').waitFor()
    await headers.fill('')
    await action(page, 'Try').press('Enter')
    await responseOf(page).getByText('200 OK').waitFor()
    expect(await responseOf(page).getByRole('alert').count()).toBe(0)
  })
})

describe('the response of Try', () => {
  for (const statusCode of [301, 302, 304, 308]) {
    test(`is ${statusCode}, with its headers`, async () => {
      const { page, daemon } = await openOrders()
      const headers = { location: 'https://example.com/there' }
      const rule = { endpoint: 'orders', response: { statusCode, headers } }
      await daemon.addRule(JSON.stringify(rule))
      await action(page, 'Try').press('Enter')
      await responseOf(page)
        .getByText(new RegExp(`^${statusCode} `))
        .waitFor()
      await responseOf(page).getByText('Leads to https://example.com/there').waitFor()
      await responseOf(page)
        .getByText(/^Headers \d+$/)
        .press('Enter')
      await responseOf(page).getByText('location', { exact: true }).waitFor()
    })
  }

  test('a JSON response is formatted and coloured, and shown as it was sent on request', async () => {
    const { page } = await openOrders('{"name":"orders","data":[ 1.10,"a",null]}')
    await action(page, 'Try').press('Enter')
    await expect.poll(() => bodyOf(page).textContent()).toBe('[\n  1.10,\n  "a",\n  null\n]')
    const classes = bodyOf(page).locator('pre span')
    const colours = await classes.evaluateAll((spans) =>
      spans.map((span) => [span.textContent, getComputedStyle(span).color]),
    )
    expect(new Set(colours.map(([, colour]) => colour)).size).toBeGreaterThanOrEqual(3)
    await responseOf(page).getByRole('tab', { name: 'Pretty' }).press('ArrowRight')
    await expect.poll(() => bodyOf(page).textContent()).toBe('[ 1.10,"a",null]')
    await responseOf(page).getByRole('button', { name: 'Copy the body' }).press('Enter')
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('[ 1.10,"a",null]')
  })

  test('Try shows responses without a body, with plain text, and with binary data', async () => {
    const { page, daemon } = await openOrders()
    await openOptions(page)
    const responses: Record<string, [response: object, says: string]> = {
      none: [{ statusCode: 204 }, 'No body.'],
      text: [{ body: 'plain <b>text</b>' }, 'plain <b>text</b>'],
      bytes: [{ body: 'gIGC', bodyEncoding: 'base64' }, '3 B that are not text.'],
    }
    for (const [path, [response, says]] of Object.entries(responses)) {
      const when = { path: `/${path}` }
      await daemon.addRule(JSON.stringify({ endpoint: 'orders', when, response }))
      await page.getByLabel('Path and query').fill(`/${path}`)
      await action(page, 'Try').press('Enter')
      await responseOf(page).getByText(says).waitFor()
    }
  })

  test('Try shows a broken connection, and a pending try can be cancelled', async () => {
    const { page, daemon } = await openOrders()
    await daemon.addRule('{"id":"reset","endpoint":"orders","response":{"fault":"reset"}}')
    await action(page, 'Try').press('Enter')
    await responseOf(page)
      .getByText('The connection was closed before the response was whole.')
      .waitFor()
    await daemon.addRule('{"id":"reset","endpoint":"orders","response":{"hold":true}}')
    await action(page, 'Try').press('Enter')
    await responseOf(page).getByText('Waiting …').waitFor()
    await action(page, 'Cancel').press('Enter')
    await action(page, 'Try').waitFor()
    expect(await responseOf(page).getByRole('status').textContent()).toBe('')
  })
})
