// The most common tasks in Firefox, the other browser engine that the page supports.
import type { Page } from 'puppeteer-core'
import { beforeEach, expect, test } from 'vitest'
import { openInFirefox, whyNoFirefox } from './lib/firefox.ts'

beforeEach((context) => {
  context.skip(whyNoFirefox !== undefined, whyNoFirefox)
})

/** Waits until the text is visible. */
async function sees(page: Page, text: string): Promise<void> {
  await page.locator(`::-p-text(${text})`).wait()
}

function click(page: Page, role: string, name: string): Promise<void> {
  return page.locator(`::-p-aria([role="${role}"][name="${name}"])`).click()
}

async function press(page: Page, key: 's' | 'k' | 'a'): Promise<void> {
  await page.keyboard.down('Control')
  await page.keyboard.press(key)
  await page.keyboard.up('Control')
}

async function typeData(page: Page, text: string): Promise<void> {
  await page.locator('>>> .cm-content').click()
  await press(page, 'a')
  await page.keyboard.type(text)
}

/** Runs in the page. Counts the stored drafts. Until a draft is stored, a reload would ask. */
function countKept(): Promise<number> {
  return new Promise((resolve) => {
    indexedDB.open('mock-endpoint-drafts').onsuccess = ({ target }) => {
      const { result } = target as IDBOpenDBRequest
      const drafts = result.transaction('pieces').objectStore('pieces').count()
      drafts.onsuccess = () => resolve(drafts.result)
    }
  })
}

const exact = '{"id": 12345678901234567890, "price": 1.10}'

test('in Firefox, an endpoint is added, changed, kept over a reload, formatted, tried and found', async () => {
  const { page, daemon, complaints } = await openInFirefox()
  await click(page, 'link', 'Add an endpoint')
  await page.locator('::-p-aria([role="textbox"][name="Name"])').fill('orders')
  await typeData(page, exact)
  await press(page, 's')
  await sees(page, 'Saved orders.')
  expect(await daemon.read('/endpoint/orders')).toBe(exact)

  await typeData(page, '[1.10]')
  await sees(page, 'Discard')
  await expect.poll(() => page.title()).toContain('•')
  await expect.poll(() => page.evaluate(countKept)).toBe(1)
  await page.reload()
  await sees(page, 'Discard')
  await click(page, 'button', 'Format')
  await press(page, 's')
  await expect.poll(() => daemon.read('/endpoint/orders')).toBe('[\n  1.10\n]')

  await click(page, 'button', 'Try')
  await sees(page, '200 OK')
  await press(page, 'k')
  await page.keyboard.type('RDER')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.title')).toContain('orders')
  expect(complaints).toEqual([])
})
