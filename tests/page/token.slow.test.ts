// The page of a daemon that asks for a token.
import { test } from 'vitest'
import { expectFocusOn, press } from './lib/keyboard.ts'
import { holdBack, openPage } from './lib/page.ts'

test('the token is asked for, and the page is there behind it', async () => {
  const { page } = await openPage({ args: ['--token', 'secret'] })
  await expectFocusOn(page.getByLabel('Token'))
  await page.keyboard.type('wrong')
  await press(page, 'Enter')
  await page.getByText('The token is not the right one.').waitFor()
  await expectFocusOn(page.getByLabel('Token'))
  await page.keyboard.type('secret')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await expectFocusOn(page.getByRole('searchbox'))
})

test('an earlier token that is refused late is not asked for again', async () => {
  const { page } = await openPage({ args: ['--token', 'secret'] })
  await page.getByLabel('Token').waitFor()
  const answer = await holdBack(page, '**/api/health')
  await page.keyboard.type('wrong')
  await press(page, 'Enter')
  await page.getByText('The token is not the right one.').waitFor()
  await page.keyboard.type('secret')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  const refusal = page.waitForResponse((response) => response.status() === 401)
  answer()
  await refusal
  await page.getByText('Running').waitFor()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
})
