// Connections without a request for a while.
import { once } from 'node:events'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { expect, onTestFinished, test } from 'vitest'
import { connectTo } from '../test/raw-exchange.ts'
import { serve } from './serve.ts'

const request = 'GET /endpoint/none HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function start(keepAliveTimeout: number): Promise<string> {
  const app = createApp({ store: createMemoryStore() })
  const listening = { port: 0, hosts: ['127.0.0.1'], keepAliveTimeout, grace: 0 }
  const { url, close } = await serve({ app, ...listening, onStopped() {} })
  onTestFinished(close)
  return url
}

test('an idle connection is ended', async () => {
  const socket = await connectTo(await start(20))
  socket.write(request)
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(String(response)).toContain('404')
  socket.resume()
  await once(socket, 'close')
})

test('a request that came while the process was busy is answered on its idle connection', async () => {
  const socket = await connectTo(await start(100))
  socket.write(request)
  await once(socket, 'data')
  // The idle time begins now. Node.js adds a second to it.
  await sleep(50)
  // From here on, timers that are due run before sockets are read.
  await setImmediate()
  socket.write(request)
  for (const start = performance.now(); performance.now() - start < 1500; );
  const answered = once(socket, 'data').then(([response]) => String(response))
  expect(await Promise.race([answered, once(socket, 'close')])).toContain('404')
})
