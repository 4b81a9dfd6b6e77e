import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'
import { getJson } from './get-json.ts'

test('the time-out covers the body too', async ({ mock }) => {
  const report = await mock.add({ name: 'report', data: 'x'.repeat(10_000) })
  await report.once({ bytesPerSecond: 1000 })
  const asking = getJson(report.url, { timeout: 300, tries: 1 })
  await expect(asking).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
})

test('a download that is slow but fast enough comes whole', async ({ mock }) => {
  const report = await mock.add({ name: 'report', data: 'x'.repeat(198) })
  await report.once({ bytesPerSecond: 1000 })
  const start = performance.now()
  expect(await getJson(report.url)).toHaveLength(198)
  expect(performance.now() - start).toBeGreaterThan(190)
})
