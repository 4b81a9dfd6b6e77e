// The live view of the requests: new ones, pausing, clearing, and a restart of the service.
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from './lib/daemon.ts'
import { startLoad } from './lib/load.ts'
import {
  askAndLeave,
  askWithoutWaiting,
  idOf,
  openedRequest,
  openRequests,
  responseOf,
  rows,
  untilLive,
} from './lib/requests.ts'

/** Starts an empty daemon at the port of a stopped one. It ends with the test. */
async function startAgain({ url }: Daemon): Promise<Daemon> {
  const folder = await freshFolder()
  const { port } = new URL(url)
  const daemon = await startDaemon({ cwd: folder.path, args: ['--memory', '--port', port] })
  onTestFinished(async () => {
    await daemon.stop()
    await folder.remove()
  })
  return daemon
}

const empty = { name: 'Incoming requests appear here.' }

describe('a request', () => {
  test('a request appears without a reload, with its time, method, path, status and duration', async () => {
    const { page, daemon, complaints } = await openRequests()
    await page.getByRole('heading', empty).waitFor()
    await daemon.add('{"name":"orders","data":[1],"statusCode":201}')
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const url = `${daemon.url}/endpoint/orders?page=2`
    await fetch(url, { method: 'POST', headers, body: '{"a":1}' })
    await daemon.read('/endpoint/orders')
    await expect.poll(() => rows(page).count()).toBe(2)
    const took = String.raw`(< 0\.1|[\d.]+) ms$`
    const words = async (i: number): Promise<string> =>
      (await rows(page).nth(i).textContent())?.replaceAll(/\s+/g, ' ') ?? ''
    const clock = String.raw`^\d\d:\d\d:\d\d`
    expect(await words(0)).toMatch(new RegExp(`${clock} GET /endpoint/orders 201 ${took}`))
    expect(await words(1)).toMatch(
      new RegExp(`${clock} POST /endpoint/orders\\?page=2 application/json 7 B 201 ${took}`),
    )
    await page.getByText('2 requests', { exact: true }).waitFor()
    const title = await rows(page).first().locator('time').getAttribute('title')
    expect(title).toMatch(/^\d\d:\d\d:\d\d\.\d{3}, \d+ \w+ \d{4}$/)
    expect(complaints).toEqual([])
  })

  test('a delayed request goes from pending to answered, in its row and where it is open', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"slow","data":"late","delay":5000}')
    askWithoutWaiting(daemon, '/endpoint/slow')
    await rows(page, 'slow pending').getByRole('link').click()
    await responseOf(page).getByText('It waits for its response.').waitFor()
    await rows(page, /slow *200 [\d.]+ s/).waitFor()
    await responseOf(page).getByText('200 OK').waitFor()
    await responseOf(page).getByText('"late"').waitFor()
  })

  test('a request whose client disconnects is aborted, in its row and where it is open', async () => {
    const { page, daemon } = await openRequests()
    await daemon.add('{"name":"slow","data":1,"delay":60000}')
    await askAndLeave(daemon, '/endpoint/slow')
    await rows(page, 'slow aborted').getByRole('link').click()
    await responseOf(page).getByText('The client left before it was answered.').waitFor()
  })

  test('a pending request that drops out of the journal is not shown as pending forever', async () => {
    const { page, daemon } = await openRequests({ args: ['--journal-requests', '3'] })
    await daemon.add('{"name":"never","data":1,"delay":600000}')
    askWithoutWaiting(daemon, '/endpoint/never')
    await rows(page, 'never pending').getByRole('link').click()
    await responseOf(page).getByText('It waits for its response.').waitFor()
    for (const name of ['a', 'b']) await daemon.read(`/endpoint/${name}`)
    askWithoutWaiting(daemon, '/endpoint/never')
    const fault = openedRequest(page).getByRole('alert')
    await fault.filter({ hasText: 'is not in the journal, or no longer' }).waitFor()
    await responseOf(page).getByText('so its end is unknown').waitFor()
    await expect.poll(() => rows(page, 'never pending').count()).toBe(1)
    expect(await rows(page).count()).toBe(3)
  })
})

describe('the list of requests', () => {
  test('the arrow keys go from the filter through the rows of the requests', async () => {
    const { page, daemon } = await openRequests()
    for (const name of ['first', 'second', 'third']) await daemon.read(`/endpoint/${name}`)
    await rows(page, 'third').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await rows(page, 'second').getByRole('link').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'GET /endpoint/second' }).waitFor()
    await page.keyboard.press('Escape')
    await openedRequest(page).waitFor({ state: 'detached' })
    await rows(page, 'second').getByRole('link').and(page.locator(':focus')).waitFor()
  })

  test('the open request is marked and scrolled into view, however far down it is', async () => {
    const { page, daemon } = await openRequests()
    for (let i = 1; i <= 150; i++) await daemon.read(`/endpoint/number-${i}`)
    await page.getByText('150 requests', { exact: true }).waitFor()
    expect(await rows(page).count()).toBe(100)
    await page.goto(`${daemon.url}/#/requests/${await idOf(daemon, 7)}`)
    const open = page.locator('.rows [aria-current]')
    await open.filter({ hasText: 'number-7' }).waitFor()
    await expect.poll(async () => (await open.boundingBox())?.y ?? 0).toBeLessThan(720)
  })

  test('a paused list hides new requests, and shows them after Resume', async () => {
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

  test('Clear clears the journal of the service, and a clear elsewhere empties the list', async () => {
    const { page, daemon } = await openRequests()
    await daemon.read('/endpoint/one')
    await rows(page, 'one').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('heading', empty).waitFor()
    expect(JSON.parse(await daemon.read('/api/request')).requests).toEqual([])
    await daemon.read('/endpoint/two')
    await rows(page, 'two').waitFor()
    await fetch(`${daemon.url}/api/request`, { method: 'DELETE' })
    await page.getByRole('heading', empty).waitFor()
  })

  test.each([90, 300])('Clear works while %i requests a second come', async (perSecond) => {
    const { page, daemon } = await openRequests()
    const path = (i: number): string => `/endpoint/number-${i}-`
    const load = startLoad(daemon, { perSecond, path })
    // A request that was not answered before a click may reach the service after it.
    let first = 0
    const oldest = async (): Promise<number> => {
      const shown = await rows(page).locator('.path').allTextContents()
      return Math.min(...shown.map((text) => Number(/number-(\d+)-/.exec(text)?.[1])))
    }
    for (const seconds of [2, 4, 6]) {
      await load.until(seconds)
      // No cleared request has come back.
      expect(await oldest()).toBeGreaterThanOrEqual(first)
      first = load.firstOpen
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect.poll(oldest).toBeGreaterThanOrEqual(first)
    }
    await load.until(7)
    load.end()
    await rows(page, `number-${load.asked - 1}-`).waitFor()
  })

  test('Clear empties a paused list, and Resume shows only the requests since then', async () => {
    const { page, daemon } = await openRequests()
    await daemon.read('/endpoint/before')
    await rows(page, 'before').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('heading', empty).waitFor()
    await daemon.read('/endpoint/since')
    await page.getByRole('button', { name: 'Resume (1 new)' }).click()
    await rows(page, 'since').waitFor()
    expect(await rows(page).count()).toBe(1)
  })

  test('the list continues after the service is restarted on its port', async () => {
    const { page, daemon, complaints } = await openRequests()
    for (const name of ['old', 'old-2']) await daemon.read(`/endpoint/${name}`)
    await rows(page, 'old-2').waitFor()
    await daemon.stop()
    await page.getByText('Not connected, trying again.').waitFor()
    const again = await startAgain(daemon)
    await again.read('/endpoint/new')
    await untilLive(page)
    await rows(page, 'new').waitFor()
    expect(await rows(page).count()).toBe(1)
    await again.read('/endpoint/new-2')
    await rows(page, 'new-2').waitFor()
    expect(complaints.filter((text) => !text.includes('ERR_'))).toEqual([])
  })

  test('new requests are counted again after the service is restarted', async () => {
    const { page, daemon } = await openRequests()
    for (const name of ['old', 'old-2', 'old-3']) await daemon.read(`/endpoint/${name}`)
    await rows(page, 'old-3').waitFor()
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('link', { name: 'Endpoints' }).click()
    await daemon.stop()
    const again = await startAgain(daemon)
    await again.read('/endpoint/new')
    await views.getByRole('link', { name: 'Requests 1 new' }).waitFor()
    await expect.poll(() => page.title()).toBe('(1) Endpoints – mock-endpoint')
  })

  test('on a phone, an open request hides the list, and a link leads back to it', async () => {
    const { page, daemon } = await openRequests({ viewport: { width: 360, height: 740 } })
    await daemon.read('/endpoint/first')
    await rows(page, 'first').getByRole('link').click()
    await openedRequest(page).waitFor()
    expect(await rows(page, 'first').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'All requests' }).click()
    await rows(page, 'first').waitFor()
  })
})
