import { describeExactJson } from '../../../core/src/test/exact-json.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { freshFolder, startDaemon } from './daemon.ts'

describeExactJson('exact JSON from the built daemon', {
  async start() {
    const folder = await freshFolder()
    const daemon = await startDaemon({ args: ['--memory'], cwd: folder.path })
    return {
      send: overSocket(daemon.url),
      async stop() {
        await daemon.stop()
        await folder.remove()
      },
    }
  },
  values: 2000,
})
