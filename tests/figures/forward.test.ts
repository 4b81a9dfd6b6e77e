// What others notice of forwarded requests, and the memory of a long response.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askForFaults, serveFaults } from '../../packages/server/src/test/faulty-service.ts'
import { behaveWell } from '../reliability/hostile/good-client.ts'
import { type Daemon, freshFolder, startDaemon } from '../reliability/lib/daemon.ts'
import { watchMemory } from '../reliability/survival/survive.ts'
import { figure, memoryFigure } from './lib/figure.ts'

async function startForwarding(to: string): Promise<Daemon> {
  const { path, remove } = await freshFolder()
  const daemon = await startDaemon({
    cwd: path,
    args: ['--memory', '--allow-forward', '127.0.0.1'],
  })
  onTestFinished(async () => {
    await daemon.stop('SIGKILL')
    await remove()
  })
  const body = JSON.stringify({ endpoint: 'api', response: { forward: to } })
  expect((await fetch(`${daemon.url}/api/rule/add`, { method: 'PUT', body })).status).toBe(200)
  return daemon
}

test('the longest wait of another client is measured while faulty responses are forwarded', async () => {
  const daemon = await startForwarding((await serveFaults()).url)
  const [{ milliseconds, failures }] = await Promise.all([
    behaveWell(daemon.url, 10_000),
    askForFaults(`${daemon.url}/endpoint/api`, 1000),
  ])
  expect(failures).toEqual([])
  const name = 'the longest wait of another client during 1,000 faulty forwarded responses'
  figure(name, Math.max(...milliseconds), 'ms', { atMost: 100 })
})

test('the memory of a forwarded gigabyte is measured', async () => {
  const gigabyte = 1024 ** 3
  const piece = Buffer.alloc(64 * 1024)
  const service = createServer(async ({ url }, outgoing) => {
    const length = url === '/piece' ? piece.length : gigabyte
    outgoing.writeHead(200, { 'content-length': length })
    for (let sent = 0; sent < length; sent += piece.length) {
      if (!outgoing.write(piece)) await once(outgoing, 'drain')
    }
    outgoing.end()
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const daemon = await startForwarding(
    `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  )
  // The first forwarded request loads the modules that forward.
  await (await fetch(`${daemon.url}/endpoint/api/piece`)).arrayBuffer()
  const before = await watchMemory(daemon.pid).stop()
  const watch = watchMemory(daemon.pid)
  const { body } = await fetch(`${daemon.url}/endpoint/api`)
  let bytes = 0
  for await (const read of body ?? []) bytes += read.byteLength
  expect(bytes).toBe(gigabyte)
  memoryFigure(
    'memory that a forwarded gigabyte adds',
    (await watch.stop()) - before,
    64 * 1024 ** 2,
  )
})
