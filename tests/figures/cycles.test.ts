import { expect, test } from 'vitest'
import { cycles, heapPerCycle, runCycles, runCyclesNoted } from '../reliability/hostile/cycles.ts'
import { figure } from './lib/figure.ts'

/** How much the heap may grow with each cycle, in bytes; a server alone takes a hundred times it. */
const slope = 1_024

test('servers started, asked and stopped', async () => {
  const report = await runCyclesNoted()
  figure('heap that a server leaves', heapPerCycle(report, cycles), 'bytes', { atMost: slope })
})

test('servers that stay in the heap are noticed', async () => {
  const times = 100
  const report = await runCycles(times, ['never closes'])
  expect(heapPerCycle(report, times)).toBeGreaterThan(slope)
})
