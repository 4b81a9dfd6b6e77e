// 100,000 endpoints: each is found by its name, and the list goes on where it is scrolled to.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { endpoints, nameOf, openMany, shown } from './lib/many.ts'
import { closeBrowser, whyNoBrowser } from './lib/page.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
afterAll(closeBrowser)

test(`${endpoints} endpoints are searched and scrolled through`, async () => {
  const { page } = await openMany()
  const names = page.locator('.list .name')
  for (const i of [7, 42, 999, 12_345, 54_321, 99_999]) {
    await page.getByRole('searchbox').fill(nameOf(i))
    await expect.poll(() => names.allTextContents()).toEqual([nameOf(i)])
  }
  await page.getByRole('searchbox').fill('')
  await page.getByText(shown(50)).waitFor()
  // Whatever row is the last one by then: those that are drawn may be drawn again.
  await page.locator('.list').evaluate((list) => {
    const rows = list.querySelectorAll('li')
    rows[rows.length - 1]?.scrollIntoView()
  })
  await page.getByText(shown(100)).waitFor()
})
