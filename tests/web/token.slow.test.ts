// The web UI of a daemon that requires a token.
import { expect, test } from 'vitest'
import { expectFocusOn, press } from './lib/keyboard.ts'
import { holdBack, openPage } from './lib/page.ts'

test('the page asks for a token, then opens, and moves focus from the field to the search', async () => {
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

test('the token field has focus as soon as it reappears after a wrong token', async () => {
  const { page } = await openPage({ args: ['--token', 'secret'] })
  await page.getByLabel('Token').fill('wrong')
  // The observer runs in the same turn in which the field appears.
  const field = await page.evaluateHandle(() => {
    const hadFocus = new Promise<boolean>((resolve) => {
      const observer = new MutationObserver(() => {
        const field = document.querySelector('input[type=password]')
        if (!field || !document.querySelector('[role=alert]')) return
        resolve(document.activeElement === field)
        observer.disconnect()
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    return { hadFocus }
  })
  await press(page, 'Enter')
  expect(await field.evaluate(({ hadFocus }) => hadFocus)).toBe(true)
})

test('a late refusal of an earlier token does not ask for the token again', async () => {
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
