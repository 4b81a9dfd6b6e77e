// Endpoints in the web UI: adding, finding, changing, trying, removing and restoring, by keyboard.
import { describe, expect, test } from 'vitest'
import {
  action,
  chooseMore,
  exact,
  nameField,
  names,
  openEndpoint,
  row,
  shownData,
  typeData,
} from './lib/endpoints.ts'
import { openPage } from './lib/page.ts'

describe('the form of a new endpoint', () => {
  test('an endpoint that is added on the page is served byte for byte as typed', async () => {
    const { page, daemon, complaints } = await openPage()
    await page.getByRole('link', { name: 'Add an endpoint' }).press('Enter')
    await nameField(page).fill('price')
    await typeData(page, exact)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('heading', { name: 'price' }).waitFor()
    expect(await daemon.read('/endpoint/price')).toBe(exact)
    expect(complaints).toEqual([])
  })

  test('the form of a new endpoint accepts a status by name, and a delay with a unit', async () => {
    const { page, daemon } = await openPage({ at: '#/new' })
    await nameField(page).fill('gone')
    await page.getByLabel('Status').fill('not found')
    await page.getByLabel('Delay').fill('1.5s')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    await page.getByRole('heading', { name: 'gone' }).waitFor()
    expect(JSON.parse(await daemon.read('/api/endpoint/gone'))).toMatchObject({
      statusCode: 404,
      delay: 1500,
    })
    expect(await page.getByLabel('Status').inputValue()).toBe('404 Not Found')
    expect(await page.getByLabel('Delay').inputValue()).toBe('1.5 s')
  })

  test('the form of a new endpoint shows each fault at its field, and sends nothing', async () => {
    const { page, daemon } = await openPage({ at: '#/new' })
    await page.getByLabel('Status').fill('4O4')
    await page.getByLabel('Delay').fill('0x10')
    await typeData(page, '{\n  "a": 01,\n}')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    await page.getByText('An endpoint needs a name.').waitFor()
    await page.getByText('A code from 200 to 599, or its name.').waitFor()
    await page.getByText('Write it as 300, 300 ms, 1.5 s or 2 min.').waitFor()
    await page.getByText(/^Line 2, column 9: expected a comma or }, found/).waitFor()
    expect(JSON.parse(await daemon.read('/api/endpoint')).endpoints).toEqual([])
  })

  test('the form of a new endpoint shows the error message of the server', async () => {
    const { page } = await openPage({ at: '#/new' })
    await nameField(page).fill('a/b')
    await page.getByRole('button', { name: 'Add endpoint' }).press('Enter')
    const fault = page.locator('.title .fault')
    await expect.poll(() => fault.textContent()).toBe('The name must not hold / or \\.')
  })
})

describe('an existing endpoint', () => {
  test('an endpoint is found by any part of its name, in upper or lower case, and opened', async () => {
    const { page, daemon } = await openPage()
    for (const name of ['orders', 'orders-2', 'users'])
      await daemon.add(`{"name":"${name}","data":1}`)
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['orders', 'orders-2', 'users'])
    await page.keyboard.press('/')
    await page.keyboard.type('RDER')
    await expect.poll(() => names(page)).toEqual(['orders', 'orders-2'])
    await page.getByRole('link', { name: 'orders-2' }).press('Enter')
    await page.getByRole('heading', { name: 'orders-2' }).waitFor()
    await page.getByRole('searchbox').fill('nothing')
    await page.getByText('Nothing has “nothing” in its name.').waitFor()
  })

  test('an endpoint is changed and renamed with one save', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    await daemon.add('{"name":"before","data":[1]}')
    await openEndpoint(opened, 'before')
    await typeData(page, '[2]')
    await nameField(page).fill('after')
    await action(page, 'Save').press('Enter')
    await page.getByRole('heading', { name: 'after' }).waitFor()
    expect(await daemon.read('/endpoint/after')).toBe('[2]')
    await expect.poll(() => names(page)).toEqual(['after'])
  })

  test('an endpoint is duplicated, and a removed one is restored as it was', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    await daemon.add(`{"name":"price","data":${exact},"statusCode":201,"delay":5}`)
    await openEndpoint(opened, 'price')
    await chooseMore(page, 'Duplicate')
    await action(page, 'Add endpoint').press('Enter')
    await page.getByRole('heading', { name: 'price-copy' }).waitFor()
    expect(await daemon.read('/endpoint/price-copy')).toBe(exact)
    await chooseMore(page, 'Remove')
    await expect.poll(() => names(page)).toEqual(['price'])
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(() => names(page)).toEqual(['price', 'price-copy'])
    const record = await daemon.read('/api/endpoint/price-copy')
    expect(record).toBe(`{"name":"price-copy","data":${exact},"statusCode":201,"delay":5}`)
  })

  test('adding an endpoint with a taken name asks before it replaces the existing one', async () => {
    const opened = await openPage({ at: '#/new' })
    const { page, daemon } = opened
    await daemon.add(`{"name":"price","data":${exact}}`)
    await nameField(page).fill('price')
    await page.keyboard.press('Enter')
    await page.getByText('price already exists. Open it or replace it?').waitFor()
    expect(await daemon.read('/endpoint/price')).toBe(exact)
  })

  test('unsaved changes survive a reload, and are marked in the list and the title until saved', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    await daemon.add('{"name":"orders","data":1}')
    await openEndpoint(opened, 'orders')
    await typeData(page, exact)
    await page.reload()
    await expect.poll(() => shownData(page)).toBe(exact)
    await row(page, 'orders').getByTitle('Has unsaved changes').waitFor()
    await expect.poll(() => page.title()).toBe('• orders – mock-endpoint')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved orders.').waitFor()
    expect(await daemon.read('/endpoint/orders')).toBe(exact)
    await expect.poll(() => page.title()).toBe('orders – mock-endpoint')
    expect(await page.getByTitle('Has unsaved changes').count()).toBe(0)
  })

  test('Format keeps every digit of the data', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    await daemon.add(`{"name":"price","data":[1.10,12345678901234567890,-0]}`)
    await openEndpoint(opened, 'price')
    await action(page, 'Format').press('Enter')
    await action(page, 'Save').press('Enter')
    await page.getByText('Saved price.').waitFor()
    const formatted = '[\n  1.10,\n  12345678901234567890,\n  -0\n]'
    expect(await daemon.read('/endpoint/price')).toBe(formatted)
  })

  test('Try shows the status, headers, body, size and duration of the response', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    await daemon.add('{"name":"late","data":{"late":true},"statusCode":503,"delay":150}')
    await openEndpoint(opened, 'late')
    await action(page, 'Try').press('Enter')
    const response = page.getByRole('region', { name: 'Response' })
    const said = response.getByRole('status')
    await expect.poll(() => said.textContent()).toMatch(/^503 Service Unavailable \d+ ms 13 B$/)
    const [, milliseconds] = / (\d+) ms/.exec((await said.textContent()) ?? '') ?? []
    expect(Number(milliseconds)).toBeGreaterThanOrEqual(150)
    expect(await response.getByRole('tabpanel').textContent()).toBe('{\n  "late": true\n}')
    await response.getByRole('tab', { name: 'Raw' }).press('Enter')
    expect(await response.getByRole('tabpanel').textContent()).toBe('{"late":true}')
    await response.getByText(/^Headers \d+$/).press('Enter')
    await response.getByText('application/json').waitFor()
  })

  test('the address of an endpoint and the call in five languages can be copied', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    await daemon.add(`{"name":"it's","data":${exact}}`)
    await openEndpoint(opened, "it's")
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await action(page, 'Copy the address of the endpoint').press('Enter')
    await expect.poll(copied).toBe(`${daemon.url}/endpoint/it's`)
    const calls = {
      curl: `curl -i '${daemon.url}/endpoint/it'\\''s'`,
      fetch: `await fetch("${daemon.url}/endpoint/it's")`,
      Vitest: exact.replaceAll('"', '\\"'),
      Python: `requests.get("${daemon.url}/endpoint/it's")`,
      HTTPie: `http '${daemon.url}/endpoint/it'\\''s'`,
    }
    for (const [language, call] of Object.entries(calls)) {
      await page.getByRole('tab', { name: language }).press('Enter')
      await page.getByRole('button', { name: 'Copy the call' }).press('Enter')
      await expect.poll(copied).toContain(call)
    }
  })

  test('the address is copied over plain HTTP too, where pages have no clipboard API', async () => {
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

  test('the page shows the reason when the browser refuses to copy', async () => {
    const { page, daemon } = await openPage({ args: ['--allowed-host', 'attacker.test'] })
    await page.goto(daemon.url.replace('localhost', 'attacker.test'))
    await page.evaluate(() => {
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy the address of the service' }).press('Enter')
    await page.getByText('only over HTTPS or on localhost').waitFor()
  })
})
