import { expect, test } from 'vitest'
import { cycles, heapPerCycle, runCycles, runCyclesNoted, slope } from './cycles.ts'

test(`${cycles} servers, started, asked and stopped, leave nothing in the heap`, async () => {
  expect(heapPerCycle(await runCyclesNoted(), cycles)).toBeLessThan(slope)
})

test('servers that stay in the heap are noticed', async () => {
  const times = 100
  const report = await runCycles(times, ['never closes'])
  expect(heapPerCycle(report, times)).toBeGreaterThan(slope)
})
