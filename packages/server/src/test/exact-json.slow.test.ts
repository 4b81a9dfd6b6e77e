import { onTestFinished, test } from 'vitest'
import { expectRandomJson } from '../../../core/src/test/exact-json.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { startDaemonInMemory } from './daemon.ts'

test('the daemon serves 500 random JSON values exactly', { timeout: 120_000 }, async () => {
  const { url, stop } = await startDaemonInMemory()
  onTestFinished(stop)
  await expectRandomJson(overSocket(url), 500)
})
