// The store in IndexedDB, in Chromium itself: pages, a worker and a service worker.
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../lib/bundle.ts'
import type { Outcomes } from './inside/run-contract.ts'
import { kill, launch, openTab, type Site, serveSite, type Tab } from './lib/chromium.ts'
import { describeContract } from './lib/describe-contract.ts'

const longest = 10 * 1024 * 1024
const record = { name: 'a', data: '1.10', statusCode: 201, delay: 1.5 }

describe('in Chromium', () => {
  let profile: Awaited<ReturnType<typeof temporaryFolder>>
  let site: Site
  let browser: BrowserContext
  let tab: Tab

  beforeAll(async () => {
    profile = await temporaryFolder()
    site = await serveSite()
    browser = await launch(profile.path)
    tab = await openTab(browser, site)
  })
  afterAll(async () => {
    await browser.close()
    site.close()
    await profile.remove()
  })

  async function relaunch(): Promise<void> {
    await browser.close()
    await launchAgain()
  }

  async function launchAgain(): Promise<void> {
    browser = await launch(profile.path)
    tab = await openTab(browser, site)
  }

  // Workers have only the tests below, because the store does not differ in them.
  describeContract('a store of a page, opened again before each read', () =>
    tab.ask<Outcomes>('reopenedContract'),
  )
  describeContract('a store of a service worker', () => tab.askServiceWorker<Outcomes>('contract'))

  test('writes of a service worker are still there after the browser was killed', async () => {
    expect(await tab.askServiceWorker('put', 'kept', 'a', '1.10')).toBe('done')
    expect(await tab.askServiceWorker('putRule', 'kept', 'r', 'a')).toBe('done')
    expect(await tab.ask('putMany', 'kept', 500, 1000)).toBe('done')
    await kill(browser, profile.path)
    await launchAgain()
    expect(await tab.ask('get', 'kept', 'a')).toEqual(record)
    expect(await tab.askServiceWorker('get', 'kept', 'a')).toEqual(record)
    expect(await tab.ask('rulesOf', 'kept', 'a')).toEqual({ ids: ['r'], waited: true })
    expect(await tab.ask('counts', 'kept')).toEqual([501, 501])
  }, 30_000)

  test.each([[10], [50], [150], [400]])(
    'after a crash within %i ms, putAll has written everything or nothing',
    async (wait) => {
      const name = `halves ${wait}`
      const crashing = await openTab(browser, site)
      await crashing.ask('open', name)
      const writing = crashing.ask('putMany', name, 2000, 1000).catch(() => undefined)
      await setTimeout(wait)
      const devtools = await browser.newCDPSession(crashing.page)
      await Promise.race([devtools.send('Page.crash').catch(() => undefined), writing])
      await crashing.page.close()
      const there = await tab.ask<number[]>('counts', name)
      expect([
        [0, 0],
        [2000, 2000],
      ]).toContainEqual(there)
      expect(await tab.ask('names', name)).toHaveLength(there[0] ?? -1)
    },
  )

  test('a text of 10 Mi characters is read exactly, also after shorter ones', async () => {
    for (const length of [longest, 2, longest / 2, longest]) {
      expect(await tab.ask('putLong', 'long', 'a', length)).toBe('done')
      expect(await tab.ask('hasLong', 'long', 'a', length)).toEqual([true, true, true])
    }
    await tab.ask('close', 'long')
    expect(await tab.ask('hasLong', 'long', 'a', longest)).toEqual([true, true, true])
  }, 60_000)

  test('rulesOf returns synchronously for an endpoint without rules', async () => {
    const none = { ids: [], waited: false }
    expect(await tab.ask('rulesOf', 'rules', 'a')).toEqual(none)
    await tab.ask('putRule', 'rules', '1', 'a')
    await tab.ask('putRule', 'rules', '2', 'b')
    expect(await tab.ask('rulesOf', 'rules', 'a')).toEqual({ ids: ['1'], waited: true })
    await tab.ask('putRule', 'rules', '1', 'b')
    expect(await tab.ask('rulesOf', 'rules', 'a')).toEqual(none)
    await tab.ask('clear', 'rules')
    expect(await tab.ask('rulesOf', 'rules', 'b')).toEqual(none)
  })

  test('when the quota is used up, writes fail with `full`, and reads and removals continue', async () => {
    for (const name of ['a', 'b', 'c']) await tab.ask('put', 'full', name, '1.10')
    await tab.ask('putRule', 'full', 'r', 'b')
    // Chromium caches for a while how much room there is.
    await relaunch()
    const { page, ask } = tab
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 1 })
    expect(await ask('putLong', 'full', 'd', 1_000_000)).toBe('full')
    expect(await ask('putRule', 'full', 's', 'a')).toBe('full')
    expect(await ask('check', 'full')).toBe('full')
    expect(await ask('get', 'full', 'a')).toEqual(record)
    expect(await ask('putAndRemove', 'full', 'd', 'b')).toEqual(['full', true])
    expect(await ask('remove', 'full', 'b')).toBe(false)
    expect(await ask('counts', 'full')).toEqual([2, 0])
    expect(await ask('names', 'full')).toEqual(['a', 'c'])
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.origin })
    expect(await ask('check', 'full')).toBe('done')
    expect(await ask('put', 'full', 'd', '1')).toBe('done')
    expect(await ask('counts', 'full')).toEqual([3, 0])
    expect(await ask('clear', 'full')).toBe(3)
  })

  test('an unreadable record is left out of the list, and all others are in it', async () => {
    for (const name of ['a', 'b', 'c']) await tab.ask('put', 'spoiled', name, '1')
    const found = await tab.ask('spoil', 'spoiled', 'b')
    expect(found).toEqual({ get: 'corrupt', listed: ['a', 'c'], unreadable: ['b'] })
  })

  describe('with other tabs', () => {
    let other: Tab

    beforeAll(async () => {
      other = await openTab(browser, site)
    })

    test('pages and workers see the writes of all, with the right counts', async () => {
      const writers = [tab.ask, other.ask, tab.askWorker, tab.askServiceWorker]
      const writing = writers.flatMap((ask, i) =>
        Array.from({ length: 25 }, (_, j) => ask('put', 'shared', `${i} ${j}`, '1')),
      )
      expect(new Set(await Promise.all(writing))).toEqual(new Set(['done']))
      for (const ask of writers) expect(await ask('counts', 'shared')).toEqual([100, 0])
    })

    test('a store is notified of changes by other tabs, and not of its own', async () => {
      for (const { ask } of [tab, other]) await ask('open', 'told')
      await other.ask('put', 'told', 'a', '1.10')
      await other.ask('putRule', 'told', 'r', 'a')
      await other.ask('clear', 'told')
      const changes = [
        { kind: 'changed', name: 'a', hasOtherRules: false },
        { kind: 'changed', name: 'a', hasOtherRules: true },
        { kind: 'all' },
      ]
      await expect.poll(() => tab.ask('told', 'told')).toEqual(changes)
      expect(await other.ask('told', 'told')).toEqual([])
    })

    test('services in two tabs finally respond with the stored data', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `e${i}`)
      const tabs = [tab, other]
      for (const { ask } of tabs) await ask('served', 'apps', 'e0')
      const writing = names.flatMap((name) =>
        tabs.map(({ ask }, i) => ask('serveVersions', 'apps', name, [i, 10 + i, 20 + i, 30 + i])),
      )
      await Promise.all(writing)
      for (const name of names) {
        const stored = await tab.ask<{ data: string }>('get', 'apps', name)
        for (const { ask } of tabs) {
          await expect.poll(() => ask('served', 'apps', name)).toBe(stored.data)
        }
      }
    })

    test('a store sees that another tab adds rules and clears them', async () => {
      for (const { ask } of [tab, other]) await ask('open', 'rules of others')
      await other.ask('putRule', 'rules of others', 'r', 'a')
      const rulesHere = () => tab.ask('rulesOf', 'rules of others', 'a')
      await expect.poll(rulesHere).toEqual({ ids: ['r'], waited: true })
      await other.ask('clear', 'rules of others')
      await expect.poll(rulesHere).toEqual({ ids: [], waited: false })
    })

    test('after its database is deleted, a store continues with an empty one', async () => {
      await tab.ask('put', 'deleted', 'a', '1')
      await tab.ask('putRule', 'deleted', 'r', 'a')
      expect(await other.ask('delete', 'deleted')).toBe('deleted')
      await expect.poll(() => tab.ask('told', 'deleted')).toEqual([{ kind: 'all' }])
      expect(await tab.ask('rulesOf', 'deleted', 'a')).toEqual({ ids: [], waited: true })
      expect(await tab.ask('get', 'deleted', 'a')).toBe(null)
      expect(await tab.ask('put', 'deleted', 'b', '1')).toBe('done')
      expect(await tab.ask('counts', 'deleted')).toEqual([1, 0])
    })

    test('after the browser has cleared its data, a store continues with an empty database', async () => {
      await tab.ask('put', 'cleared', 'a', '1')
      const devtools = await browser.newCDPSession(other.page)
      const { origin } = site
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
      await expect.poll(() => tab.ask('told', 'cleared')).toEqual([{ kind: 'all' }])
      expect(await tab.ask('get', 'cleared', 'a')).toBe(null)
      expect(await tab.ask('put', 'cleared', 'b', '1')).toBe('done')
      expect(await tab.ask('names', 'cleared')).toEqual(['b'])
    })

    test('opening a store times out while another tab deletes the database', async () => {
      await other.ask('hold', 'held')
      await other.ask('beginToDelete', 'held')
      expect(await tab.ask('openWithin', 'held', 300)).toBe('timeout')
      await other.ask('letGo')
      await expect.poll(() => tab.ask('openWithin', 'held', 300)).toBe('done')
      // The opening that timed out does not hold the database.
      expect(await other.ask('delete', 'held')).toBe('deleted')
    })

    test.each([
      [1, ['endpoints']],
      [1, ['notes', 'endpoints', 'rules', 'mine']],
      [2, ['notes', 'endpoints', 'rules']],
    ])('a database of version %i with %j is foreign, and is closed', async (version, stores) => {
      const name = `foreign ${version} ${stores}`
      await other.ask('makeForeign', name, version, stores)
      expect(await tab.ask('open', name)).toBe('foreign')
      expect(await other.ask('delete', name)).toBe('deleted')
    })
  })
})
