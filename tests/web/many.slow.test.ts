// 100,000 endpoints: each is found by its name, and the list loads more on scrolling.
import { expect, test } from 'vitest'
import { hundredThousand, numbered, openMany, scrollToLast, shown } from './lib/many.ts'

test(`${hundredThousand} endpoints are searched and scrolled through`, async () => {
  const { page } = await openMany()
  const names = page.locator('.list .name')
  for (const i of [7, 42, 999, 12_345, 54_321, 99_999]) {
    await page.getByRole('searchbox').fill(numbered(i))
    await expect.poll(() => names.allTextContents()).toEqual([numbered(i)])
  }
  await page.getByRole('searchbox').fill('')
  await page.getByText(shown(50)).waitFor()
  await scrollToLast(page)
  await page.getByText(shown(100)).waitFor()
})
