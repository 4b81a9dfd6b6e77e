import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { afterAll, describe, expect, test } from 'vitest'
import { describeContract } from '../../../core/src/test/contract.ts'
import { ask, type ServiceOptions } from '../../../core/src/test/contract-service.ts'
import { overSocket, type Send } from '../../../core/src/test/send.ts'
import { statusMatrix } from '../../../core/src/test/status-matrix.ts'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'

/** One for each set of options that a case asks for. */
const daemons = new Map<string, Promise<Daemon>>()

afterAll(async () => {
  for (const daemon of daemons.values()) await (await daemon).stop()
})

function daemonWith(options: ServiceOptions): Promise<Daemon> {
  const key = JSON.stringify(options)
  const daemon = daemons.get(key) ?? start(options)
  daemons.set(key, daemon)
  return daemon
}

async function start(options: ServiceOptions): Promise<Daemon> {
  const { token, maxBody, allowedHosts = [], allowOrigins = [] } = options
  const folder = await freshFolder()
  const args = [
    '--memory',
    ...(token === undefined ? [] : ['--token', token]),
    ...(maxBody === undefined ? [] : ['--max-body', `${maxBody}`]),
    ...allowedHosts.flatMap((host) => ['--allowed-host', host]),
    ...allowOrigins.flatMap((origin) => ['--allow-origin', origin]),
  ]
  const daemon = await startDaemon({ args, cwd: folder.path })
  daemon.process.once('exit', () => void folder.remove())
  return daemon
}

/** The daemon of these options, emptied. */
async function open(options: ServiceOptions = {}): Promise<Send> {
  const { url } = await daemonWith(options)
  const send = overSocket(url)
  const headers = { authorization: `Bearer ${options.token}` }
  const cleared = await ask(send, '/api/endpoint', { method: 'DELETE', headers })
  expect(cleared.status).toBe(200)
  return send
}

describeContract('over a socket', open)

describe('over a socket', () => {
  test('every status is answered as it is in process, to the byte', async () => {
    const app = createApp({ store: createMemoryStore() })
    const [there, here] = [
      await statusMatrix(await open()),
      await statusMatrix(async (request) => app.fetch(request)),
    ]
    expect(there).toHaveLength(1600)
    expect(there.filter((answer, i) => !isSame(answer, here[i]))).toEqual([])
  })
})

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
