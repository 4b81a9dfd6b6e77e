// Memory that an event stream takes when its client does not read it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { connectTo } from '../../packages/server/src/test/raw-exchange.ts'
import { memoryFigure } from './lib/figure.ts'

const serverFolder = fileURLToPath(new URL('../../packages/server', import.meta.url))

/** Program that starts the built server, and sends its memory use for each message it gets. */
const measured = `
  import { startServer } from '@mock-endpoint/server'
  import { createMemoryStore } from '@mock-endpoint/core/memory'
  import { setImmediate } from 'node:timers/promises'
  const { url } = await startServer({
    port: 0, store: createMemoryStore(), hosts: ['127.0.0.1'], overrideGlobalObjects: true, grace: 0,
  })
  process.on('message', async () => {
    for (let i = 0; i < 5; i++) {
      gc()
      await setImmediate()
    }
    const { heapUsed, external } = process.memoryUsage()
    process.send(heapUsed + external)
  })
  process.send(url)
`

async function responseOf(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message')
  return message
}

/** Posts 1 kB this many times. */
async function post(url: string, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const body = 'x'.repeat(1_000)
  let left = times
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      await new Promise<void>((resolve, reject) => {
        const outgoing = httpRequest(`${url}/endpoint/none`, { method: 'POST', agent })
        outgoing.on('error', reject)
        outgoing.on('response', (incoming) => incoming.resume().on('end', resolve))
        outgoing.end(body)
      })
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  agent.destroy()
  await setImmediate()
}

test('an event stream that is not read stays open while 20,000 requests arrive', async () => {
  const flags = ['--expose-gc', '--input-type=module', '--eval', measured]
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, flags, { cwd: serverFolder, stdio: [...stdio] })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  })
  const url = String(await responseOf(child))
  const measure = async (): Promise<number> => {
    child.send('measure')
    return Number(await responseOf(child))
  }
  const openStream = async (): Promise<Socket> => {
    const socket = await connectTo(url)
    socket.pause()
    socket.write(
      'GET /api/request HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n',
    )
    return socket
  }
  // A stream that is read comes first, so that the code V8 compiles for it does not count.
  const read = (await openStream()).resume()
  await post(url, 10_000)
  read.destroy()
  await post(url, 10_000)
  const before = await measure()
  const socket = await openStream()
  await post(url, 20_000)
  const after = await measure()
  expect(socket.destroyed).toBe(false)
  memoryFigure('a stream that nobody reads, after 20,000 requests', after - before, 2_000_000)
  // Its response is still there to be read, which shows that it was a stream.
  const [chunk] = (await Promise.all([once(socket, 'data'), socket.resume()]))[0]
  expect(String(chunk)).toContain('text/event-stream')
})
