import { onTestFinished, test } from 'vitest'
import { expectRandomJson } from '../../../core/src/test/exact-json.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { startDaemonInMemory } from './daemon.ts'

test('500 random values are served exactly, by the daemon', { timeout: 120_000 }, async () => {
  const { url, stop } = await startDaemonInMemory()
  onTestFinished(stop)
  await expectRandomJson(overSocket(url), 500)
})
