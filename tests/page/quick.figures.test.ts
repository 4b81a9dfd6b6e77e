// How quickly the page is there, and formats.
import { expect, test } from 'vitest'
import { fiveMegabytes, openEndpoint } from './lib/endpoints.ts'
import { openPage } from './lib/page.ts'

test('a page is there within half a second', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    await page.goto(`${daemon.url}/?${i}`)
    await page.getByRole('link', { name: 'orders' }).waitFor()
    times.push(performance.now() - start)
  }
  // The best of them: the machine may be busy with something else.
  expect(Math.min(...times)).toBeLessThan(500)
})

test('five megabytes are formatted within a second', async () => {
  const opened = await openPage()
  await opened.daemon.add(`{"name":"orders","data":${fiveMegabytes()}}`)
  await openEndpoint(opened, 'orders')
  const took = await opened.page.evaluate(() => {
    const [button] = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Format',
    )
    const start = performance.now()
    button?.click()
    return performance.now() - start
  })
  expect(took).toBeLessThan(1000)
})
