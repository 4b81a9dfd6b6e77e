import { expect, onTestFinished, test, vi } from 'vitest'
import { watchForPauses } from './pauses.ts'

test('an event loop that is blocked for 200 ms is reported as a pause', async () => {
  const paused = vi.fn()
  onTestFinished(watchForPauses(paused).stop)
  const end = performance.now() + 200
  while (performance.now() < end);
  await expect.poll(() => paused.mock.calls.length).toBeGreaterThan(0)
})
