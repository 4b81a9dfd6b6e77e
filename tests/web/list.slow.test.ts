// The list of endpoints: little data to load, live, and with a stable scroll position.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { action, exact, names, openEndpoint, row, typeData } from './lib/endpoints.ts'
import { addMany, scrollToLast } from './lib/many.ts'
import { openPage } from './lib/page.ts'

function nameOf(i: number): string {
  return `endpoint-${String(i).padStart(4, '0')}`
}

function scrolled(page: Page): Promise<number> {
  return page.locator('.list .scrolled').evaluate((list) => Math.round(list.scrollTop))
}

/** Scrolls until the row exists. The list loads more rows when its end is visible. */
async function scrollTo(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      if ((await row(page, name).count()) > 0) return true
      await scrollToLast(page)
      return false
    })
    .toBe(true)
  await row(page, name).evaluate((found) => found.scrollIntoView({ block: 'nearest' }))
}

describe('the data of the list', () => {
  test('the list loads little, however much data the endpoints have, also after a save', async () => {
    const opened = await openPage()
    const { page, daemon } = opened
    const large = `"${'x'.repeat(5_000_000)}"`
    for (const name of ['large-1', 'large-2'])
      await daemon.add(`{"name":"${name}","data":${large}}`)
    await daemon.add('{"name":"small","data":1}')
    let bytes = 0
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length
    })
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['large-1', 'large-2', 'small'])
    await openEndpoint(opened, 'small')
    await typeData(page, exact)
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved small.').waitFor()
    await expect.poll(() => row(page, 'small').textContent()).toContain('12345678901234567890')
    expect(bytes).toBeLessThan(50_000)
  })

  test('the list shows the beginning of the data, the status and the delay of each endpoint', async () => {
    const { page, daemon } = await openPage()
    await daemon.add(`{"name":"late","data":[ ${exact} ],"statusCode":503,"delay":1500}`)
    await expect
      .poll(() => row(page, 'late').textContent())
      .toMatch(/^late503\[ \{"id": 12345678901234567890, "price": 1\.10\} \]1\.5 s$/)
  })

  test('the list shows the status that a GET gets now, including rules, and the number of rules', async () => {
    const { page, daemon } = await openPage()
    await daemon.add('{"name":"orders","data":1,"statusCode":201,"delay":50}')
    await daemon.addRule(
      '{"endpoint":"orders","when":{"method":"POST"},"response":{"statusCode":409}}',
    )
    await expect.poll(() => row(page, 'orders').textContent()).toBe('orders20111 rule · 50 ms')
    await daemon.addRule(
      '{"id":"busy","endpoint":"orders","times":1,"response":{"statusCode":503}}',
    )
    await expect.poll(() => row(page, 'orders').textContent()).toBe('orders50312 rules · 50 ms')
    const title = '503 Service Unavailable. By rule busy; without it 201 Created'
    expect(await row(page, 'orders').locator('.pill').getAttribute('title')).toBe(title)
    await daemon.read('/endpoint/orders')
    await expect.poll(() => row(page, 'orders').textContent()).toBe('orders20111 rule · 50 ms')
    await daemon.addRule('{"endpoint":"alone","when":{"path":"/*"},"response":{"fault":"reset"}}')
    await expect.poll(() => row(page, 'alone').textContent()).toBe('alonereset1 rule')
  })

  test('the list is loaded less often when responses are slow', async () => {
    const { page } = await openPage()
    await page.getByText('0 endpoints').waitFor()
    const slow = 200
    const asked: number[] = []
    await page.route('**/api/summary*', async (route) => {
      asked.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, slow))
      await route.continue()
    })
    await expect.poll(() => asked.length).toBe(2)
    const [first = 0, second = 0] = asked
    expect(second - first).toBeGreaterThan(20 * slow)
  })
})

test('the list shows endpoints that are added, changed or removed elsewhere', async () => {
  const { page, daemon } = await openPage()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await daemon.add('{"name":"orders","data":1}')
  await daemon.add('{"name":"users","data":2}')
  await expect.poll(() => names(page)).toEqual(['orders', 'users'])
  await daemon.add('{"name":"orders","data":"changed","statusCode":404}')
  await expect.poll(() => row(page, 'orders').textContent()).toBe('orders404"changed"')
  await fetch(`${daemon.url}/api/endpoint/users`, { method: 'DELETE' })
  await expect.poll(() => names(page)).toEqual(['orders'])
  await page.getByText('1 endpoint', { exact: true }).waitFor()
})

describe('many endpoints', () => {
  test('5,000 endpoints are counted, load on scrolling, and keep the scroll position', async () => {
    const { page, daemon } = await openPage()
    await addMany(daemon, 5000, nameOf)
    await page.getByText('50 of 5,000', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Endpoints 5,000' }).waitFor()
    await scrollTo(page, nameOf(180))
    const before = await scrolled(page)
    const count = await page.getByText(' of 5,000').textContent()
    await row(page, nameOf(180)).click()
    await page.getByRole('heading', { name: nameOf(180) }).waitFor()
    expect(await scrolled(page)).toBe(before)
    await typeData(page, exact)
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => row(page, nameOf(180)).textContent()).toContain('12345678901234567890')
    expect(await scrolled(page)).toBe(before)
    expect(await row(page, nameOf(180)).getAttribute('aria-current')).toBe('true')
    expect(await page.getByText(' of 5,000').textContent()).toBe(count)
  })

  test('the search finds any part of a name, in upper or lower case, and starts at the top', async () => {
    const { page, daemon } = await openPage()
    await addMany(daemon, 300, nameOf)
    await daemon.add('{"name":"Ärger in Übersee","data":1}')
    await page.getByText('50 of 301', { exact: true }).waitFor()
    await scrollTo(page, nameOf(90))
    const search = page.getByRole('searchbox')
    await search.fill('POINT-01')
    await page.getByText('50 of 100 found', { exact: true }).waitFor()
    expect(await scrolled(page)).toBe(0)
    await search.fill('0077')
    await expect.poll(() => names(page)).toEqual([nameOf(77)])
    await page.getByText('1 found', { exact: true }).waitFor()
    await search.fill('ÜBER')
    await expect.poll(() => names(page)).toEqual(['Ärger in Übersee'])
    await search.fill('%_*.')
    await page.getByText('Nothing has “%_*.” in its name.').waitFor()
    await search.fill('')
    await page.getByText('50 of 301', { exact: true }).waitFor()
  })
})

test('more endpoints load when the browser reports the end of the list late, in one batch', async () => {
  const { page, daemon } = await openPage()
  await addMany(daemon, 70, nameOf)
  await page.addInitScript(() => {
    const Observer = IntersectionObserver
    window.IntersectionObserver = class extends Observer {
      constructor(tell: IntersectionObserverCallback) {
        const untold: IntersectionObserverEntry[] = []
        super((entries, observer) => {
          if (untold.push(...entries) === entries.length)
            setTimeout(() => tell(untold.splice(0), observer), 1000)
        })
      }
    }
  })
  await page.reload()
  await page.getByText('50 of 70', { exact: true }).waitFor()
  await row(page, nameOf(49)).focus()
  await page.getByText('70 endpoints', { exact: true }).waitFor()
})

test('an endpoint opened by its address scrolls into view, and a click does not move the list', async () => {
  const opened = await openPage({ viewport: { width: 1280, height: 720 } })
  const { page, daemon } = opened
  await addMany(daemon, 45, nameOf)
  await page.getByText('45 endpoints', { exact: true }).waitFor()
  const place = (i: number) => row(page, nameOf(i)).locator('.name').boundingBox()
  const before = await place(3)
  await row(page, nameOf(3)).click()
  await page.getByRole('heading', { name: nameOf(3) }).waitFor()
  expect(await place(3)).toEqual(before)
  await openEndpoint(opened, nameOf(44))
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
  const bottom = async (): Promise<number> => {
    const box = await row(page, nameOf(44)).boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  await expect.poll(bottom).toBeLessThanOrEqual(720)
  await action(page, 'Try').waitFor()
})
