// The web UI of a daemon that asks for a token.
import { expect, test } from 'vitest'
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

test('the field has the keys as soon as it is there again', async () => {
  const { page } = await openPage({ args: ['--token', 'secret'] })
  await page.getByLabel('Token').fill('wrong')
  // It is told of in the same turn in which the field comes.
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
