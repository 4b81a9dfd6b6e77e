import { expect, test } from 'vitest'
import { cycles, heapPerCycle, runCycles, runCyclesNoted } from '../reliability/hostile/cycles.ts'
import { figure } from './lib/figure.ts'

/** Limit of the heap's growth per cycle, in bytes. One server takes a hundred times as much. */
const slope = 1_024

test('the heap growth per started and stopped server is measured', async () => {
  const report = await runCyclesNoted()
  figure('heap that a server leaves', heapPerCycle(report, cycles), 'bytes', { atMost: slope })
})

test('servers that are never closed exceed the limit of heap growth', async () => {
  const times = 100
  const report = await runCycles(times, ['never closes'])
  expect(heapPerCycle(report, times)).toBeGreaterThan(slope)
})
