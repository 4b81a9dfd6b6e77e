import { createWire } from '@mock-endpoint/core/client'
import { afterAll } from 'vitest'
import { describeControl } from '../../../core/src/test/control/control-cases.ts'
import { overSocket } from '../../../core/src/test/send.ts'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'

/** A daemon for each body limit that a case needs. */
const daemons = new Map<number | undefined, Promise<Daemon>>()

afterAll(async () => {
  for (const daemon of daemons.values()) await (await daemon).stop()
})

async function start(maxBody: number | undefined): Promise<Daemon> {
  const { path: cwd, remove } = await freshFolder()
  const limit = maxBody === undefined ? [] : ['--max-body', `${maxBody}`]
  const daemon = await startDaemon({ args: ['--memory', ...limit], cwd })
  daemon.process.once('exit', () => void remove())
  return daemon
}

describeControl('at the built daemon', async ({ maxBody } = {}) => {
  const starting = daemons.get(maxBody) ?? start(maxBody)
  daemons.set(maxBody, starting)
  const { url } = await starting
  const control = createWire({ url })
  await control.reset('{"endpoints":true}')
  return { control, send: overSocket(url) }
})
