// The live view of the requests: each as it comes, opened, filtered, held, cleared, and after a restart.
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder, startDaemon } from './lib/daemon.ts'
import { closeBrowser, whyNoBrowser } from './lib/page.ts'
import { askWithoutWaiting, openRequests, rows, untilLive } from './lib/requests.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
afterAll(closeBrowser)

const clock = String.raw`\d\d:\d\d:\d\d\.\d{3}`
const took = String.raw`(< 0\.1|[\d.]+) ms`

describe('a request', () => {
  test('appears without a reload: when, how, what for, what became of it, how long it took', async () => {
    const { page, daemon, complaints } = await openRequests()
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    await daemon.add('{"name":"orders","data":[1],"statusCode":201}')
    await fetch(`${daemon.url}/endpoint/orders?page=2`, { method: 'POST', body: '{"a":1}' })
    await daemon.read('/endpoint/orders')
    const said = (method: string, query: string) =>
      new RegExp(`^${clock} ?${method} ?orders${query} ?Answered 201 ?${took}$`)
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(await rows(page).nth(0).textContent()).toMatch(said('GET', ''))
    expect(await rows(page).nth(1).textContent()).toMatch(said('POST', String.raw`\?page=2`))
    await page.getByText('2 requests', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  test('is opened by a click, and shows its headers and its body', async () => {
    const { page, daemon } = await openRequests()
    await fetch(`${daemon.url}/endpoint/orders`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-trace': 'abc-123', cookie: 'secret' },
      body: '{"id":12345678901234567890}',
    })
    await page.getByRole('link', { name: '/endpoint/orders' }).click()
    const opened = page.getByRole('region', { name: 'Request' })
    await opened.getByRole('heading', { name: 'Request 1' }).waitFor()
    await opened.getByRole('definition').filter({ hasText: 'abc-123' }).waitFor()
    await opened.getByText('{"id":12345678901234567890}').waitFor()
    await opened.getByText('27 bytes.').waitFor()
    expect(await opened.textContent()).not.toContain('secret')
    await opened.getByLabel('With line breaks').check()
    await opened.getByText('{\n  "id": 12345678901234567890\n}').waitFor()
  })

  test('is opened and closed by keyboard, and focus is where it was', async () => {
    const { page, daemon } = await openRequests()
    for (const name of ['first', 'second', 'third']) await daemon.read(`/endpoint/${name}`)
    const link = page.getByRole('link', { name: '/endpoint/second' })
    await link.press('Enter')
    await page.getByRole('heading', { name: 'Request 2' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Close' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Request' }).waitFor({ state: 'detached' })
    await link.and(page.locator(':focus')).waitFor()
  })

  test('that matched nothing shows what is close, and leads to the endpoint it asked for', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"orders","data":1}')
    await daemon.read('/endpoint/ordrs%20%C3%A4')
    await daemon.read('/endpoint/ordrs')
    await rows(page, /ordrs Unmatched 404/)
      .getByRole('link')
      .click()
    const opened = page.getByRole('region', { name: 'Request' })
    await opened.getByRole('link', { name: 'orders', exact: true }).waitFor()
    await page.goto(`${daemon.url}/#/requests/1`)
    await opened.getByRole('link', { name: 'Add this endpoint' }).click()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('ordrs ä')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByRole('heading', { name: 'ordrs ä' }).waitFor()
    expect(JSON.parse(await daemon.read('/endpoint/ordrs%20%C3%A4'))).toEqual({ hello: 'world' })
  })

  test('that is delayed goes from pending to answered, in its row and where it is open', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"slow","data":1,"delay":5000}')
    askWithoutWaiting(daemon, '/endpoint/slow')
    await rows(page, /slow Pending …/)
      .getByRole('link')
      .click()
    const opened = page.getByRole('region', { name: 'Request' })
    await opened
      .getByRole('definition')
      .filter({ hasText: /^ ?Pending$/ })
      .waitFor()
    await rows(page, /slow Answered 200[\d.]+ s/).waitFor()
    await opened
      .getByRole('definition')
      .filter({ hasText: /Answered 200 OK, [\d.]+ s/ })
      .waitFor()
  })

  test('that fell out of the journal while it waited is not shown as pending for ever', async () => {
    const { page, daemon } = await openRequests({ args: ['--journal-requests', '3'] })
    await daemon.add('{"name":"never","data":1,"delay":600000}')
    askWithoutWaiting(daemon, '/endpoint/never')
    await rows(page, 'never Pending').getByRole('link').click()
    const opened = page.getByRole('region', { name: 'Request' })
    const outcome = opened.getByRole('definition')
    await outcome.filter({ hasText: /^ ?Pending$/ }).waitFor()
    for (const name of ['a', 'b']) await daemon.read(`/endpoint/${name}`)
    askWithoutWaiting(daemon, '/endpoint/never')
    await opened
      .getByRole('alert')
      .filter({ hasText: 'is not in the journal (any more)' })
      .waitFor()
    await outcome.filter({ hasText: 'Not known any more' }).waitFor()
    await expect.poll(() => rows(page, 'never Pending').count()).toBe(1)
    expect(await rows(page).count()).toBe(3)
  })
})

describe('the list', () => {
  test('is filtered by endpoint, path and method, and by outcome', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"orders","data":1}')
    await daemon.read('/endpoint/orders')
    await daemon.read('/endpoint/users?of=Orders')
    await fetch(`${daemon.url}/endpoint/users`, { method: 'DELETE' })
    await page.getByRole('searchbox').fill('orders')
    await page.getByText('2 of 3 requests').waitFor()
    await page.getByLabel('Outcome').selectOption('Unmatched')
    await page.getByText('1 of 3 requests').waitFor()
    expect(await rows(page).textContent()).toContain('?of=Orders')
    await page.getByRole('searchbox').fill('delete')
    await expect.poll(() => rows(page).textContent()).toContain('DELETE')
    await page.getByRole('searchbox').fill('nothing')
    await page.getByText('No request matches.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => rows(page).count()).toBe(3)
  })

  test('holds what comes while it is paused, and shows it afterwards', async () => {
    const { page, daemon } = await openRequests()
    await daemon.read('/endpoint/before')
    await rows(page, 'before').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await daemon.read('/endpoint/meanwhile')
    await daemon.read('/endpoint/meanwhile-2')
    const resume = page.getByRole('button', { name: 'Resume (2 new)' })
    await resume.waitFor()
    expect(await rows(page).count()).toBe(1)
    await resume.click()
    await expect.poll(() => rows(page).count()).toBe(3)
  })

  test('is cleared, for the service and for other tabs as well', async () => {
    const { page, daemon } = await openRequests()
    await daemon.read('/endpoint/one')
    await rows(page, 'one').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    expect(JSON.parse(await daemon.read('/api/request')).requests).toEqual([])
    await daemon.read('/endpoint/two')
    await rows(page, 'two').waitFor()
    await fetch(`${daemon.url}/api/request`, { method: 'DELETE' })
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
  })

  test('goes on after the service was restarted on its port', async () => {
    const { page, daemon, complaints } = await openRequests()
    for (const name of ['old', 'old-2']) await daemon.read(`/endpoint/${name}`)
    await rows(page, 'old-2').waitFor()
    await daemon.stop()
    await page.getByText('Not connected, trying again.').waitFor()
    const { port } = new URL(daemon.url)
    const folder = await freshFolder()
    const again = await startDaemon({ cwd: folder.path, args: ['--memory', '--port', port] })
    onTestFinished(async () => {
      await again.stop()
      await folder.remove()
    })
    await again.read('/endpoint/new')
    await untilLive(page)
    await rows(page, 'new').waitFor()
    expect(await rows(page).count()).toBe(1)
    await again.read('/endpoint/new-2')
    await rows(page, 'new-2').waitFor()
    expect(complaints.filter((text) => !text.includes('ERR_'))).toEqual([])
  })
})

describe('the picture', () => {
  test('has a mark for each request, higher the longer it took', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"quick","data":1}')
    await daemon.add('{"name":"slow","data":1,"delay":800}')
    await daemon.read('/endpoint/quick')
    const picture = page.getByRole('img', { name: /^Time to answer in the last 60 seconds/ })
    const marks = picture.locator('path.mark.answered')
    const heights = async (): Promise<number[]> => {
      const path = (await marks.getAttribute('d')) ?? ''
      return [...path.matchAll(/M[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
    }
    await expect.poll(heights).toHaveLength(1)
    await daemon.read('/endpoint/slow')
    await expect.poll(heights).toHaveLength(2)
    const [quick = 0, slow = 0] = await heights()
    // Down is more, as always in SVG.
    expect(slow).toBeLessThan(quick)
    await expect
      .poll(() => picture.getAttribute('aria-label'))
      .toMatch(/2 answered.* slowest ([89]\d\d ms|[\d.]+ s)/)
  })

  test('names the mark that is pointed at, and opens it with a click', async () => {
    const { page, daemon } = await openRequests()
    await daemon.read('/endpoint/pointed')
    const mark = page.getByRole('img', { name: /1 unmatched/ }).locator('path.mark.unmatched')
    // Marks move with time: the pointer follows.
    await expect
      .poll(async () => {
        const box = await mark.boundingBox()
        if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        return page.url()
      })
      .toMatch(/#\/requests\/1$/)
    await page.getByRole('heading', { name: 'Request 1' }).waitFor()
    await page.getByText(/GET \/endpoint\/pointed, unmatched in/).waitFor()
  })
})
