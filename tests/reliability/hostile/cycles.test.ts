import { expect, test } from 'vitest'
import { cycles, runCycles, runCyclesNoted } from './cycles.ts'

test(`${cycles} servers, started, asked and stopped, leave no handle, listener or file open`, async () => {
  const { wrong, before, end } = await runCyclesNoted()
  expect(wrong).toBe(0)
  expect(end.handles).toEqual(before.handles)
  expect(end.listeners).toEqual(before.listeners)
  expect(end.files).toBe(before.files)
})

test('the check finds servers that stay open', async () => {
  const { before, end } = await runCycles(100, ['never closes'])
  expect(end.handles.length).toBeGreaterThan(before.handles.length)
})
