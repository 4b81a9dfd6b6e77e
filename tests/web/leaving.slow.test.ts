// A page that is left, reloaded or closed keeps everything that was typed into it.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  action,
  dataField,
  exact,
  openEndpoint,
  openOrders,
  pasteData,
  row,
  shownData,
  typeData,
  unsavedMark,
} from './lib/endpoints.ts'
import { beginReload, holdBack, isLeftFreely, setHidden } from './lib/page.ts'
import { beginRule, shownRules, typeRule } from './lib/rules.ts'

/** A write of a draft begins with a read. From now on, that read never ends. */
async function keepWriting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (key: IDBValidKey) {
      const again = (): void => {
        get.call(this, key).onsuccess = again
      }
      again()
      Object.assign(globalThis, { isWriting: true })
      return get.call(this, key)
    }
  })
}

/** Resolves to the text in the database, after all writes that have begun. */
function stored(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('mock-endpoint-drafts')
        opening.onerror = reject
        opening.onsuccess = () => {
          const pieces = opening.result.transaction('pieces').objectStore('pieces').getAll()
          pieces.onsuccess = () => resolve(pieces.result.map(({ text }) => text).join(''))
        }
      }),
  )
}

describe('unsaved changes', () => {
  test('unsaved changes are kept when the page is left before it has written them', async () => {
    const { page } = await openOrders()
    await keepWriting(page)
    await typeData(page, exact)
    await page.waitForFunction(() => 'isWriting' in globalThis)
    await page.reload()
    await expect.poll(() => shownData(page)).toBe(exact)
  })

  test('a draft is not taken for that of another tab when the tab is hidden during its write', async () => {
    const { page } = await openOrders()
    await typeData(page, '{"typed":1}')
    await page.reload()
    await expect.poll(() => shownData(page)).toBe('{"typed":1}')
    await page.evaluate(() => {
      const { get } = IDBObjectStore.prototype
      // A write begins with a read.
      IDBObjectStore.prototype.get = function (key: IDBValidKey) {
        IDBObjectStore.prototype.get = get
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        Object.assign(globalThis, { isWriting: true })
        return get.call(this, key)
      }
    })
    await typeData(page, '{"typed":2}')
    await page.waitForFunction(() => 'isWriting' in globalThis)
    expect(await stored(page)).toContain('typed')
    expect(await isLeftFreely(page)).toBe(true)
    await setHidden(page, false)
    await typeData(page, '"typed then"')
    await expect.poll(() => stored(page)).toContain('typed then')
  })

  test('text that is typed while the page is being left is kept', async () => {
    const { page } = await openOrders()
    await dataField(page).press('ControlOrMeta+a')
    const reload = await beginReload(page)
    await page.keyboard.insertText('{"typed":"late"}')
    await reload()
    await expect.poll(() => shownData(page)).toBe('{"typed":"late"}')
  })

  test('unsaved changes are kept although the browser database could not be opened at first', async () => {
    const { page } = await openOrders()
    await page.addInitScript(() => {
      // Fails only once, although this script runs again at each reload.
      if (sessionStorage.getItem('hasFailed')) return
      sessionStorage.setItem('hasFailed', 'yes')
      const { open } = IDBFactory.prototype
      IDBFactory.prototype.open = () => {
        IDBFactory.prototype.open = open
        throw new Error('Not now')
      }
    })
    await page.reload()
    await page.getByText('Unsaved changes cannot be read: Not now').waitFor()
    await typeData(page, exact)
    await row(page, 'orders').getByTitle(unsavedMark).waitFor()
    expect(await page.getByText('Your changes are lost when you close').count()).toBe(0)
    await page.reload()
    await expect.poll(() => shownData(page)).toBe(exact)
  })

  test('unsaved changes are kept when the tab is closed at once', async () => {
    const opened = await openOrders()
    const { page } = opened
    const text = `"${'←'.repeat(50_000)}"`
    const other = await page.context().newPage()
    await page.bringToFront()
    await dataField(page).press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    await openEndpoint({ ...opened, page: other }, 'orders')
    await row(other, 'orders').getByTitle(unsavedMark).waitFor()
    await action(other, 'Save').press('Enter')
    await other.getByText('Saved orders.').waitFor()
    expect((await opened.daemon.read('/endpoint/orders')) === text).toBe(true)
  })
})

test('the draft of a rule that is saved while the page is being left is kept as its change', async () => {
  const { page } = await openOrders()
  await beginRule(page)
  await typeRule(page, 'New rule', '{"id":"b","endpoint":"orders","response":{}}')
  const arrive = await holdBack(page, '**/api/rule/add')
  const sent = page.waitForRequest('**/api/rule/add')
  await page.getByRole('button', { name: 'Add rule' }).press('Enter')
  await sent
  await typeRule(page, 'New rule', '{"more":1}')
  // A page that is being left cannot be queried, so it reports by itself.
  let tell = (): void => {}
  const isRule = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.exposeFunction('tellTest', tell)
  await page.evaluate(() => {
    const look = (): void => {
      if (document.body.textContent.includes('Save rule')) Reflect.get(globalThis, 'tellTest')()
    }
    new MutationObserver(look).observe(document.body, { subtree: true, characterData: true })
  })
  const reload = await beginReload(page)
  arrive()
  await isRule
  await reload()
  await page.getByLabel('Rule, as JSON', { exact: true }).waitFor()
  expect(await shownRules(page)).toEqual(['{"more":1}'])
})

describe('leaving the page', () => {
  test('leaving the page asks for confirmation while megabytes are not written yet', async () => {
    const { page } = await openOrders()
    // Without timers, the page writes only when it is being left.
    await page.evaluate(() => Object.assign(globalThis, { setTimeout: () => 0 }))
    await typeData(page, '"short"')
    expect(await isLeftFreely(page)).toBe(true)
    await pasteData(page, `"${'x'.repeat(1_000_000)}"`)
    expect(await isLeftFreely(page)).toBe(false)
    await expect.poll(() => isLeftFreely(page)).toBe(true)
  })

  test('leaving the page asks, also from the requests, when the browser stores nothing', async () => {
    const { page } = await openOrders()
    await page.addInitScript('indexedDB.open = () => { throw new Error("No database here") }')
    await page.reload()
    await dataField(page).waitFor()
    await typeData(page, exact)
    await page.getByText('Your changes are lost when you close').waitFor()
    await page.getByRole('link', { name: 'Requests' }).click()
    await page.getByRole('heading', { name: 'Incoming requests appear here' }).waitFor()
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })
})
