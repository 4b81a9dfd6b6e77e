// The layout: at every width, the important parts have room, and nothing covers them.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Daemon } from './lib/daemon.ts'
import { action, dataField, openEndpoint, typeData } from './lib/endpoints.ts'
import { openPage } from './lib/page.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(found: Locator): Promise<Box> {
  const box = await found.boundingBox()
  if (!box) throw new Error(`${found} is not to be seen.`)
  return box
}

async function addMany({ add }: Daemon, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => i)
  await Promise.all(
    numbers.map((i) => add(`{"name":"endpoint-${i}","data":{"i":${i}},"delay":${i}}`)),
  )
}

/** Counts the rows of the list that are fully visible. */
function wholeRows(page: Page): Promise<number> {
  return page.locator('.list .scrolled').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect()
    const rows = [...list.querySelectorAll('li')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top >= top && row.bottom <= bottom).length
  })
}

describe('on a laptop of 1280 × 720', () => {
  const viewport = { width: 1280, height: 720 }

  test('at 1280 × 720, fifteen rows are visible, and each pane scrolls separately', async () => {
    const opened = await openPage({ viewport })
    const { page, daemon } = opened
    await addMany(daemon, 40)
    for (let i = 0; i < 20; i++) await daemon.addRule('{"endpoint":"endpoint-1","response":{}}')
    await openEndpoint(opened, 'endpoint-1')
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(15)
    const [list, detail] = [page.locator('.list .scrolled'), page.locator('.detail')]
    await detail.hover({ position: { x: 5, y: 300 } })
    await page.mouse.wheel(0, 300)
    await expect.poll(() => detail.evaluate((pane) => pane.scrollTop)).toBeGreaterThan(100)
    expect(await list.evaluate((pane) => pane.scrollTop)).toBe(0)
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
    await list.hover()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => list.evaluate((pane) => pane.scrollTop)).toBeGreaterThan(100)
    expect((await boxOf(page.getByRole('banner'))).y).toBe(0)
  })

  test('at 1280 × 720, the response is beside the editor, and three rules are visible below', async () => {
    const opened = await openPage({ viewport })
    const { page, daemon } = opened
    await daemon.add('{"name":"orders","data":1}')
    for (let i = 0; i < 3; i++) await daemon.addRule('{"endpoint":"orders","response":{}}')
    await openEndpoint(opened, 'orders')
    await action(page, 'Try').click()
    await page.getByText('200 OK').first().waitFor()
    const [editor, response] = [
      await boxOf(page.locator('.work .editor')),
      await boxOf(page.getByRole('region', { name: 'Response' })),
    ]
    expect(response.x).toBeGreaterThan(editor.x + editor.width)
    // Three rules are fully visible below it.
    const last = await boxOf(page.locator('.rules li').last())
    expect(last.y + last.height).toBeLessThan(720)
    for (const name of ['Copy the address of the endpoint', 'Try', 'More']) {
      expect((await boxOf(action(page, name))).y).toBeLessThan(150)
    }
  })
})

test('long data shows its beginning, with the rules visible below and the requests a click away', async () => {
  const opened = await openPage({ viewport: { width: 1280, height: 720 } })
  const { page, daemon } = opened
  await daemon.add(`{"name":"orders","data":[\n${'1,\n'.repeat(200)}1]}`)
  for (let i = 0; i < 12; i++) await daemon.addRule('{"endpoint":"orders","response":{}}')
  await daemon.read('/endpoint/orders')
  await openEndpoint(opened, 'orders')
  expect((await boxOf(action(page, 'Add a rule'))).y).toBeLessThan(680)
  const jumps = page.getByRole('navigation', { name: 'Further down' })
  expect((await boxOf(jumps)).y).toBeLessThan(150)
  await expect
    .poll(() => jumps.getByRole('button').allTextContents())
    .toEqual(['Rules 12', 'Requests 1'])
  await jumps.getByRole('button', { name: 'Requests' }).press('Enter')
  const title = page.locator('.endpoint').getByRole('heading', { name: 'Requests' })
  await title.and(page.locator(':focus')).waitFor()
  expect((await boxOf(title)).y).toBeLessThan(700)
})

test('a rule in the address scrolls into view, and the header and the list stay in place', async () => {
  const { page, daemon } = await openPage({ viewport: { width: 1280, height: 720 } })
  await daemon.add('{"name":"orders","data":1}')
  for (let i = 0; i < 30; i++)
    await daemon.addRule(`{"id":"rule-${i}","endpoint":"orders","response":{"data":${i}}}`)
  await page.goto(`${daemon.url}/?again#/endpoint/orders/rule/rule-15`)
  const rule = page.locator('.rules li[aria-current]')
  await expect.poll(async () => (await rule.boundingBox())?.y ?? 0).toBeGreaterThan(48)
  await expect.poll(async () => (await boxOf(rule)).y).toBeLessThan(650)
  expect((await boxOf(page.getByRole('banner'))).y).toBe(0)
  expect((await boxOf(page.locator('.list .foot'))).y).toBeGreaterThan(690)
})

test('the delay, the status and the menu have room at every width', async () => {
  const opened = await openPage({ viewport: { width: 1280, height: 720 } })
  const { page, daemon } = opened
  await daemon.add('{"name":"orders","data":1,"delay":1500}')
  await openEndpoint(opened, 'orders')
  for (let i = 0; i < 12; i++) await daemon.read('/endpoint/nothing')
  await page.getByText('12 new').waitFor()
  for (let width = 320; width <= 1300; width += 20) {
    await page.setViewportSize({ width, height: 720 })
    const [delay, status] = [page.getByLabel('Delay'), page.getByLabel('Status')]
    expect((await boxOf(delay)).width, `the delay at ${width} px`).toBeGreaterThan(100)
    expect((await boxOf(status)).width, `the status at ${width} px`).toBeGreaterThan(100)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, `at ${width} px`).toBeLessThanOrEqual(0)
    const menu = await boxOf(page.getByRole('button', { name: 'Theme and help' }))
    expect(menu.x + menu.width, `the menu at ${width} px`).toBeLessThanOrEqual(width)
  }
})

describe('on a phone of 360 × 740', () => {
  const viewport = { width: 360, height: 740 }

  test('on a phone, the content begins within 60 px, in the list and in an endpoint', async () => {
    const opened = await openPage({ viewport })
    const { page, daemon } = opened
    await daemon.add('{"name":"orders","data":1}')
    await page.getByText('1 endpoint', { exact: true }).waitFor()
    expect((await boxOf(page.getByRole('searchbox'))).y).toBeLessThanOrEqual(60)
    await openEndpoint(opened, 'orders')
    expect((await boxOf(page.getByLabel('Name', { exact: true }))).y).toBeLessThanOrEqual(60)
    await page.getByRole('link', { name: 'All endpoints' }).click()
    await page.getByRole('searchbox').waitFor()
  })

  test('on a phone, text fields have at least 16 px, so that the browser does not zoom in', async () => {
    const opened = await openPage({ viewport })
    const { page, daemon } = opened
    await daemon.add('{"name":"orders","data":1}')
    await openEndpoint(opened, 'orders')
    await page.getByText(/^Asked with/).click()
    await page.getByLabel('Method').selectOption('POST')
    await action(page, 'Add a rule').click()
    await dataField(page).press('ControlOrMeta+f')
    await page.getByLabel('Find', { exact: true }).waitFor()
    const small = await page.evaluate(() => {
      const roots = [
        document,
        ...[...document.querySelectorAll('.editor')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
      ]
      const fields = roots.flatMap((root) => [
        ...root.querySelectorAll('input, select, textarea, .cm-content'),
      ])
      const sizes = fields.map((field) => ({
        name: field.getAttribute('aria-label') ?? field.id,
        size: Number.parseFloat(getComputedStyle(field).fontSize),
      }))
      return { looked: sizes.length, small: sizes.filter(({ size }) => size < 16) }
    })
    expect(small.looked).toBeGreaterThan(8)
    expect(small.small).toEqual([])
  })
})

describe('messages', () => {
  for (const [width, height] of [
    [1280, 720],
    [768, 1024],
    [360, 740],
  ] as const) {
    test(`cover neither the address nor what is done at ${width} px, and one of them not the editor`, async () => {
      const opened = await openPage({ viewport: { width, height } })
      const { page, daemon } = opened
      await daemon.add('{"name":"orders","data":1}')
      await openEndpoint(opened, 'orders')
      const discard = async (text: string): Promise<void> => {
        await typeData(page, text)
        await action(page, 'Discard').click()
      }
      const covered = async (): Promise<string[]> => {
        const toasts = await boxOf(page.locator('.toasts'))
        const boxes = await Promise.all(
          Object.entries(places).map(
            async ([what, place]) => [what, await boxOf(page.locator(place))] as const,
          ),
        )
        return boxes.filter(([, box]) => overlaps(toasts, box)).map(([what]) => what)
      }
      await discard('[1]')
      await page.locator('.toast').waitFor()
      expect(await covered()).toEqual([])
      await discard('[2]')
      await discard('[3]')
      await expect.poll(() => page.locator('.toast').count()).toBe(3)
      expect((await covered()).filter((what) => what !== 'editor')).toEqual([])
    })
  }

  const places = {
    address: '.url',
    name: '.endpoint h1',
    actions: '.actions',
    fields: '.fields',
    editor: '.work .editor',
  }

  function overlaps(one: Box, other: Box): boolean {
    return (
      one.x < other.x + other.width &&
      other.x < one.x + one.width &&
      one.y < other.y + other.height &&
      other.y < one.y + one.height
    )
  }
})

test('the theme follows the system, and a chosen theme survives a reload', async () => {
  const { page } = await openPage({ colorScheme: 'dark' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Theme and help' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  const dark = await background()
  await choose('Light')
  await expect.poll(background).not.toBe(dark)
  const light = await background()
  await page.reload()
  expect(await background()).toBe(light)
  await page.getByRole('button', { name: 'Theme and help' }).click()
  await page.getByRole('menuitemradio', { name: 'Light', checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await choose('System theme')
  await expect.poll(background).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).toBe(light)
  await choose('Dark')
  await expect.poll(background).toBe(dark)
})
