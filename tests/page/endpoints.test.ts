// The endpoints of the page: added, found, changed, tried, removed and brought back, by keyboard.
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { closeBrowser, openPage, whyNoBrowser } from './lib/page.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
afterAll(closeBrowser)

const exact = '{"id": 12345678901234567890, "price": 1.10}'

async function typeData(page: Page, text: string): Promise<void> {
  await page.getByLabel('Data, as JSON').press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

function names(page: Page): Promise<string[]> {
  return page.locator('.list .name').allTextContents()
}

describe('adding', () => {
  test('what is typed is what curl reads, byte for byte', async () => {
    const { page, daemon, complaints } = await openPage()
    await page.getByRole('link', { name: 'Add an endpoint' }).press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('price')
    await typeData(page, exact)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: 'price' }).waitFor()
    expect(await daemon.read('/endpoint/price')).toBe(exact)
    expect(complaints).toEqual([])
  })

  test('takes a status by its name, and a delay with its unit', async () => {
    const { page, daemon } = await openPage({ at: '#/new' })
    await page.getByLabel('Name', { exact: true }).fill('gone')
    await page.getByLabel('Status').fill('not found')
    await page.getByLabel('Delay', { exact: true }).fill('1.5')
    await page.getByLabel('Unit of the delay').selectOption('s')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    await page.getByRole('heading', { name: 'gone' }).waitFor()
    expect(JSON.parse(await daemon.read('/api/endpoint/gone'))).toMatchObject({
      statusCode: 404,
      delay: 1500,
    })
    expect(await page.getByLabel('Status').inputValue()).toBe('404 Not Found')
  })

  test('says what is wrong, each at its field, and sends nothing', async () => {
    const { page, daemon } = await openPage({ at: '#/new' })
    await page.getByLabel('Status').fill('teapots')
    await page.getByLabel('Delay', { exact: true }).fill('-1')
    await typeData(page, '{\n  "a": 01,\n}')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    await page.getByText('An endpoint needs a name.').waitFor()
    await page.getByText('A code from 200 to 599, or its name.').waitFor()
    await page.getByText('A number from 0 to 2,147,483,647 ms.').waitFor()
    await page.getByText(/at line 2, column \d+\./).waitFor()
    expect(JSON.parse(await daemon.read('/api/endpoint')).endpoints).toEqual([])
  })

  test('shows a refusal of the server in its own words', async () => {
    const { page } = await openPage({ at: '#/new' })
    await page.getByLabel('Name', { exact: true }).fill('a/b')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    const fault = page.locator('.field', { hasText: 'Name' }).locator('.fault')
    await expect.poll(() => fault.textContent()).toMatch(/must not contain|slash|\//)
  })
})

describe('what is there', () => {
  test('is found by the beginning of its name, and opened', async () => {
    const { page, daemon } = await openPage()
    for (const name of ['orders', 'orders-2', 'users'])
      await daemon.add(`{"name":"${name}","data":1}`)
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['orders', 'orders-2', 'users'])
    await page.keyboard.press('/')
    await page.keyboard.type('ord')
    await expect.poll(() => names(page)).toEqual(['orders', 'orders-2'])
    await page.getByRole('link', { name: 'orders-2' }).press('Enter')
    await page.getByRole('heading', { name: 'orders-2' }).waitFor()
    await page.getByRole('searchbox').fill('nothing')
    await page.getByText('No name begins with “nothing”.').waitFor()
  })

  test('is changed, and renamed', async () => {
    const { page, daemon } = await openPage()
    await daemon.add('{"name":"before","data":[1]}')
    await page.goto(`${daemon.url}/#/endpoint/before`)
    await typeData(page, '[2]')
    await page.getByLabel('Name', { exact: true }).fill('after')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('heading', { name: 'after' }).waitFor()
    expect(await daemon.read('/endpoint/after')).toBe('[2]')
    await expect.poll(() => names(page)).toEqual(['after'])
  })

  test('is duplicated, removed, and brought back as it was', async () => {
    const { page, daemon } = await openPage()
    await daemon.add(`{"name":"price","data":${exact},"statusCode":201,"delay":5}`)
    await page.goto(`${daemon.url}/#/endpoint/price`)
    await page.getByRole('link', { name: 'Duplicate' }).press('Enter')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    await page.getByRole('heading', { name: 'price-copy' }).waitFor()
    expect(await daemon.read('/endpoint/price-copy')).toBe(exact)
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['price'])
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['price', 'price-copy'])
    const record = await daemon.read('/api/endpoint/price-copy')
    expect(record).toBe(`{"name":"price-copy","data":${exact},"statusCode":201,"delay":5}`)
  })

  test('is formatted without a digit changed', async () => {
    const { page, daemon } = await openPage()
    await daemon.add(`{"name":"price","data":[1.10,12345678901234567890,-0]}`)
    await page.goto(`${daemon.url}/#/endpoint/price`)
    await page.getByLabel('Data, as JSON').waitFor()
    await page.getByRole('button', { name: 'Format' }).press('Enter')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Saved price.').waitFor()
    const formatted = '[\n  1.10,\n  12345678901234567890,\n  -0\n]'
    expect(await daemon.read('/endpoint/price')).toBe(formatted)
  })

  test('is tried: status, headers, body, and the time it took', async () => {
    const { page, daemon } = await openPage()
    await daemon.add('{"name":"late","data":{"late":true},"statusCode":503,"delay":150}')
    await page.goto(`${daemon.url}/#/endpoint/late`)
    await page.getByRole('button', { name: 'Try it' }).press('Enter')
    await page.getByText('503 Service Unavailable').waitFor()
    const said = await page.locator('.answer p').first().textContent()
    expect(Number(/in ([\d.]+) ms/.exec(said ?? '')?.[1])).toBeGreaterThanOrEqual(150)
    await page.getByText(/\d+ headers/).press('Enter')
    await page.getByText('application/json').waitFor()
    expect(await page.locator('.answer pre').textContent()).toBe('{"late":true}')
  })

  test('is copied: its address, and the call in three languages', async () => {
    const { page, daemon } = await openPage()
    await daemon.add(`{"name":"it's","data":${exact}}`)
    await page.goto(`${daemon.url}/#/endpoint/it's`)
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy the address of the endpoint' }).press('Enter')
    await expect.poll(copied).toBe(`${daemon.url}/endpoint/it's`)
    await page.getByRole('button', { name: 'Copy the call' }).press('Enter')
    await expect.poll(copied).toBe(`curl -i '${daemon.url}/endpoint/it'\\''s'`)
    await page.getByLabel('Vitest').check()
    await page.getByRole('button', { name: 'Copy the call' }).press('Enter')
    await expect.poll(copied).toContain(exact.replaceAll('"', '\\"'))
  })

  test('is copied over plain HTTP as well, where browsers have no clipboard for pages', async () => {
    const { page, daemon } = await openPage({ args: ['--allowed-host', 'attacker.test'] })
    await daemon.add('{"name":"orders","data":1}')
    const origin = daemon.url.replace('localhost', 'attacker.test')
    const plain = await page.context().newPage()
    await plain.goto(`${origin}/#/endpoint/orders`)
    expect(await plain.evaluate(() => 'clipboard' in navigator)).toBe(false)
    const copy = plain.getByRole('button', { name: 'Copy the address of the endpoint' })
    await copy.press('Enter')
    await plain.getByRole('button', { name: 'Copied' }).and(plain.locator(':focus')).waitFor()
    await page.bringToFront()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${origin}/endpoint/orders`)
  })

  test('says why it was not copied, when the browser refuses', async () => {
    const { page, daemon } = await openPage({ args: ['--allowed-host', 'attacker.test'] })
    await page.goto(daemon.url.replace('localhost', 'attacker.test'))
    await page.evaluate(() => {
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy the address of the service' }).press('Enter')
    await page.getByText('only over HTTPS or on localhost').waitFor()
  })
})
