// Endpoints from files: their marks, how long a change of them lasts, and the faults of files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chooseMore, names, openEndpoint, row, typeData } from './lib/endpoints.ts'
import { faultCount, faultList, foldButton, mocksIn, originLine, saveFiles } from './lib/files.ts'
import { expectFocusOn, press, tabTo } from './lib/keyboard.ts'
import { openPage, setHidden } from './lib/page.ts'

const files = { 'orders.json': '[1]', 'users.json': '[2]' }
const broken = '{"a": 1,\n "b" 2}'

/** Saves new data of `orders`. */
async function save(page: Page, data: string): Promise<void> {
  await typeData(page, data)
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('Saved orders.', { exact: true }).waitFor()
}

function marks(page: Page, name: string): Promise<(string | null)[]> {
  const found = row(page, name).locator('.file')
  return found.evaluateAll((all) => all.map((mark) => mark.getAttribute('title')))
}

describe('the list of endpoints', () => {
  test('the list marks endpoints from files, and those that were changed since', async () => {
    const { page, daemon, folder, complaints } = await openPage({ files, args: ['--watch'] })
    await daemon.add('{"name":"plain","data":1}')
    await expect.poll(() => names(page)).toEqual(['orders', 'plain', 'users'])
    expect(await marks(page, 'plain')).toEqual([])
    expect(await marks(page, 'orders')).toEqual(['From orders.json'])
    expect(await row(page, 'orders').textContent()).toBe('orders From orders.json200[1]')
    await daemon.add('{"name":"orders","data":[3]}')
    await expect.poll(() => marks(page, 'orders')).toEqual(['From orders.json, changed since'])
    await saveFiles(folder, { 'orders.json': '[4]' })
    await expect.poll(() => marks(page, 'orders')).toEqual(['From orders.json'])
    expect(complaints).toEqual([])
  })

  test('rows of the list have the same layout with a file mark and without', async () => {
    const { page, daemon } = await openPage({ files })
    await daemon.add('{"name":"plain","data":1}')
    await row(page, 'plain').waitFor()
    const boxes = await Promise.all(
      ['orders', 'plain'].map(async (name) => {
        const box = await row(page, name).boundingBox()
        const title = await row(page, name).locator('.name').boundingBox()
        return { height: box?.height, left: title?.x, top: (title?.y ?? 0) - (box?.y ?? 0) }
      }),
    )
    expect(boxes[0]).toEqual(boxes[1])
  })
})

describe('the file of the open endpoint, and how long a change lasts', () => {
  const ways = [
    {
      args: ['--watch'],
      before: 'A change made here lasts until the file changes.',
      after: 'It was changed since the file was read. The change lasts until the file changes.',
      removed: 'Removed orders. It comes back when orders.json changes.',
    },
    {
      args: [],
      before: 'A change made here lasts until the daemon restarts.',
      after: 'It was changed since the file was read. The change lasts until the daemon restarts.',
      removed: 'Removed orders. It comes back when the daemon restarts.',
    },
    {
      args: ['--watch', '--write'],
      before: 'Changes are saved to the file.',
      after: 'Changes are saved to the file.',
      removed: 'Removed orders, from orders.json too.',
    },
  ]

  test.each(ways)('an endpoint shows its file: $args', async ({ args, before, after, removed }) => {
    const opened = await openPage({ files, args })
    const { page, folder, complaints } = opened
    await openEndpoint(opened, 'orders')
    await expect
      .poll(() => originLine(page).textContent())
      .toBe(`From mocks/orders.json. ${before}`)
    await save(page, '[3]')
    await expect.poll(() => originLine(page).textContent()).toBe(`From mocks/orders.json. ${after}`)
    await chooseMore(page, 'Remove')
    await page.getByText(removed, { exact: true }).waitFor()
    expect(existsSync(join(mocksIn(folder), 'orders.json'))).toBe(!args.includes('--write'))
    expect(complaints).toEqual([])
  })

  test('an open endpoint shows its file although a search hides it in the list', async () => {
    const opened = await openPage({ files })
    const { page } = opened
    await page.getByRole('searchbox').fill('users')
    await expect.poll(() => names(page)).toEqual(['users'])
    await openEndpoint(opened, 'orders')
    await expect.poll(() => originLine(page).textContent()).toContain('From mocks/orders.json.')
    expect(await names(page)).toEqual(['users'])
  })

  test('an endpoint that does not come from a file shows no file', async () => {
    const opened = await openPage({ files })
    await opened.daemon.add('{"name":"plain","data":1}')
    await openEndpoint(opened, 'plain')
    expect(await originLine(opened.page).count()).toBe(0)
  })
})

describe('faults of files', () => {
  test('faults of files are shown with their places, and disappear when they are fixed', async () => {
    const { page, daemon, folder, complaints } = await openPage({ files, args: ['--watch'] })
    await row(page, 'orders').waitFor()
    expect(await faultCount(page).textContent()).toBe('')
    await saveFiles(folder, { 'orders.json': broken })
    await expect.poll(() => faultCount(page).textContent()).toBe('1 fault in the files')
    await expect.poll(() => faultList(page).textContent()).toMatch(/^orders\.json:2:6 [A-Z].*\.$/)
    expect(await daemon.read('/endpoint/orders')).toBe('[1]')
    await saveFiles(folder, { 'more.json': '', 'users.json': '[' })
    await expect.poll(() => faultCount(page).textContent()).toBe('3 faults in the files')
    await saveFiles(folder, { 'more.json': undefined, ...files })
    await expect.poll(() => faultCount(page).textContent()).toBe('')
    expect(await faultList(page).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('faults of files stay folded until there is another one', async () => {
    const { page, folder } = await openPage({
      files: { 'orders.json': broken, 'users.json': '[2]' },
      args: ['--watch'],
    })
    await tabTo(foldButton(page))
    await press(page, 'Enter')
    await expectFocusOn(foldButton(page))
    await faultList(page).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('link', { name: 'Endpoints' }).click()
    expect(await faultCount(page).textContent()).toBe('1 fault in the files')
    expect(await faultList(page).isVisible()).toBe(false)
    await saveFiles(folder, { 'users.json': broken })
    await faultList(page).getByText('users.json').waitFor()
    await foldButton(page).click()
    await faultList(page).waitFor({ state: 'hidden' })
    await saveFiles(folder, { 'users.json': '[2]' })
    await expect.poll(() => faultCount(page).textContent()).toBe('1 fault in the files')
    expect(await faultList(page).isVisible()).toBe(false)
    await saveFiles(folder, { 'users.json': broken })
    await faultList(page).getByText('users.json').waitFor()
  })

  test('focus moves to the search when the focused list of faults disappears', async () => {
    const { page, folder } = await openPage({ files: { 'orders.json': broken }, args: ['--watch'] })
    await tabTo(faultList(page))
    await saveFiles(folder, { 'orders.json': '[1]' })
    await expectFocusOn(page.getByRole('searchbox'))
  })

  test('the list of faults scrolls, shows the first 100, and counts the rest', async () => {
    const many = Object.fromEntries(Array.from({ length: 123 }, (_, i) => [`${i}.json`, broken]))
    const { page } = await openPage({ files: many, viewport: { width: 1280, height: 720 } })
    await expect.poll(() => faultCount(page).textContent()).toBe('123 faults in the files')
    expect(await faultList(page).getByRole('listitem').count()).toBe(101)
    expect(await faultList(page).getByRole('listitem').last().textContent()).toBe('And 23 more.')
    expect((await page.locator('.file-faults').boundingBox())?.height).toBeLessThan(260)
    await tabTo(faultList(page))
    await press(page, 'End')
    await expect.poll(() => faultList(page).evaluate((list) => list.scrollTop)).toBeGreaterThan(500)
  })
})

test('hostile names of files are shown as text, also in the list of faults', async () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '{{7*7}}',
    '\u202Eright to left',
    `${'a'.repeat(245)}`,
  ]
  const good = Object.fromEntries(hostile.map((name) => [`${name}.json`, '1']))
  const opened = await openPage({ files: good, args: ['--watch'] })
  const { page, folder, complaints } = opened
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await expect.poll(async () => new Set(await names(page))).toEqual(new Set(hostile))
  for (const name of hostile) {
    expect(await marks(page, name)).toEqual([`From ${name}.json`])
    await openEndpoint(opened, name)
    await expect.poll(() => originLine(page).textContent()).toContain(`mocks/${name}.json.`)
  }
  await saveFiles(folder, Object.fromEntries(hostile.map((name) => [`${name}.json`, `"${name}`])))
  await expect.poll(() => faultCount(page).textContent()).toBe('5 faults in the files')
  const places = await faultList(page).locator('code').allTextContents()
  for (const name of hostile) expect(places.join('\n')).toContain(`${name}.json:1:`)
  expect({ complaints, dialogs }).toEqual({ complaints: [], dialogs: [] })
})

/** Returns the times at which the page asks for the health from now on, in milliseconds. */
function askedHealth(page: Page): readonly number[] {
  const times: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/health')) times.push(performance.now())
  })
  return times
}

test('with --watch, a visible page asks for the health every second, and a hidden one never', async () => {
  const { page, daemon } = await openPage({ files, args: ['--watch'] })
  await row(page, 'orders').waitFor()
  await setHidden(page, true)
  const hidden = askedHealth(page)
  const other = await page.context().newPage()
  const visible = askedHealth(other)
  await other.goto(daemon.url)
  await expect.poll(() => visible.length).toBeGreaterThanOrEqual(4)
  const [first = 0, , , last = 0] = visible
  expect(last - first).toBeGreaterThan(2500)
  expect(hidden).toEqual([])
  await setHidden(page, false)
  await expect.poll(() => hidden.length).toBeGreaterThan(0)
})
