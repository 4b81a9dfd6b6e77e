// All that one does with requests, by keyboard alone: focus is always to be seen, and never lost.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectFocus, expectFocusOn, press, tabTo } from './lib/keyboard.ts'
import { closeBrowser, openPage, whyNoBrowser } from './lib/page.ts'
import { rows } from './lib/requests.ts'

beforeEach((context) => {
  context.skip(whyNoBrowser !== undefined, whyNoBrowser)
})
afterAll(closeBrowser)

test('the requests are filtered, held, opened, closed and cleared', async () => {
  const { page, daemon } = await openPage()
  for (const name of ['one', 'two', 'three']) await daemon.read(`/endpoint/${name}`)
  await tabTo(page.getByRole('link', { name: 'Requests' }))
  await press(page, 'Enter')
  await rows(page, 'three').waitFor()
  await expectFocusOn(page.getByRole('link', { name: 'Requests' }))
  await tabTo(page.getByRole('searchbox'))
  await page.keyboard.type('two')
  await page.getByText('1 of 3 requests').waitFor()
  await page.keyboard.type(' is:pending')
  await tabTo(page.getByRole('button', { name: 'Show all' }))
  await press(page, 'Enter')
  await expectFocusOn(page.getByRole('searchbox'))
  await tabTo(page.getByRole('button', { name: 'Pause' }))
  await press(page, 'Enter')
  await daemon.read('/endpoint/four')
  await page.getByRole('button', { name: 'Resume (1 new)' }).waitFor()
  await press(page, 'Enter')
  await rows(page, 'four').waitFor()
  const link = rows(page, 'two').getByRole('link')
  await tabTo(link)
  await press(page, 'Enter')
  await expectFocusOn(page.getByRole('heading', { name: 'GET /endpoint/two' }))
  await tabTo(page.getByRole('link', { name: 'Add this endpoint' }))
  await tabTo(page.getByRole('link', { name: 'Close' }), 'Shift+Tab')
  await press(page, 'Enter')
  await expectFocusOn(link)
  await tabTo(page.getByRole('button', { name: 'Clear' }), 'Shift+Tab')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Incoming requests appear here.' }).waitFor()
  await expectFocus(page)
})

test('what a request asked for is added from there', async () => {
  const { page, daemon } = await openPage({ at: '#/requests' })
  await daemon.read('/endpoint/wanted')
  await tabTo(rows(page, 'wanted').getByRole('link'))
  await press(page, 'Enter')
  await tabTo(page.getByRole('link', { name: 'Add this endpoint' }))
  await press(page, 'Enter')
  await expectFocusOn(page.getByLabel('Name', { exact: true }))
  await press(page, 'Enter')
  await expect.poll(() => daemon.read('/endpoint/wanted')).toContain('hello')
})

test('when the row with focus is pushed out, the last row has it', async () => {
  const { page, daemon } = await openPage({ at: '#/requests' })
  await daemon.read('/endpoint/first')
  await tabTo(rows(page, 'first').getByRole('link'))
  for (let i = 1; i <= 110; i++) await daemon.read(`/endpoint/number-${i}`)
  await page.getByText('111 requests', { exact: true }).waitFor()
  await expectFocusOn(rows(page).last().getByRole('link'))
})
