import { expect, onTestFinished, test, vi } from 'vitest'
import { watchForPauses } from './pauses.ts'

test('a process that stood still for longer than others wait is told', async () => {
  const paused = vi.fn()
  onTestFinished(watchForPauses(paused).stop)
  const end = performance.now() + 200
  while (performance.now() < end);
  await expect.poll(() => paused.mock.calls.length).toBeGreaterThan(0)
})
