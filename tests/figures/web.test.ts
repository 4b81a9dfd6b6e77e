// How quickly the web UI loads, and formats data.
import { test } from 'vitest'
import { fiveMegabytes, openEndpoint } from '../web/lib/endpoints.ts'
import { openPage } from '../web/lib/page.ts'
import { figure } from './lib/figure.ts'

test('the web UI shows its endpoint after loading', async () => {
  const { page, daemon } = await openPage()
  await daemon.add('{"name":"orders","data":1}')
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    await page.goto(`${daemon.url}/?${i}`)
    await page.getByRole('link', { name: 'orders' }).waitFor()
    times.push(performance.now() - start)
  }
  // The best time counts, because the machine may be busy with something else.
  figure('page with one endpoint, from its address', Math.min(...times), 'ms', { atMost: 500 })
})

test('the time to format five megabytes in the web UI is measured', async () => {
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
  figure('Format of 4.8 MB', took, 'ms', { atMost: 1000 })
})
