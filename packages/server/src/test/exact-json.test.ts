import { describeExactJson } from '../../../core/src/test/exact-json.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { startDaemonInMemory } from './daemon.ts'

describeExactJson('exact JSON from the built daemon', async () => {
  const { url, stop } = await startDaemonInMemory()
  return { send: overSocket(url), stop }
})
