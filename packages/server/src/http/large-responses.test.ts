// Clients that do not read their responses, over real sockets.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectTo, exchange, last } from '../test/raw-exchange.ts'
import { createLargeResponses, type Reader } from './large-responses.ts'
import { serve } from './serve.ts'

/** More than the buffers of the operating system hold. */
const size = 24 * 1024 * 1024

async function start(unreadBytes: number): Promise<string> {
  const store = createMemoryStore()
  for (const name of ['a', 'b', 'c']) {
    await store.put({ name, data: `"${name.repeat(size)}"`, statusCode: 200, delay: 0 })
  }
  await store.put({ name: 'small', data: '1', statusCode: 200, delay: 0 })
  const app = createApp({ store, cacheBytes: 0 })
  const listening = { port: 0, hosts: ['127.0.0.1'], keepAliveTimeout: 5000, grace: 0 }
  const { url, close } = await serve({ app, unreadBytes, ...listening, onStopped() {} })
  onTestFinished(close)
  return url
}

/** Sends a request and leaves its response unread. `isDropped` reads it and checks its length. */
async function askUnread(url: string, name: string, options?: Parameters<typeof connectTo>[1]) {
  const socket = await connectTo(url, options)
  socket.write(`GET /endpoint/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await once(socket, 'readable')
  return { socket, isDropped: async () => (await readAll(socket)) < size }
}

async function readAll(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes >= size) socket.destroy()
  })
  if (!socket.closed) await once(socket, 'close')
  return bytes
}

test('a stalled client is dropped when unread responses exceed the limit', async () => {
  const url = await start(size + 1_000_000)
  const first = await askUnread(url, 'a')
  await sleep(300)
  const second = await askUnread(url, 'b')
  await sleep(600)
  const third = await askUnread(url, 'c')
  expect(await third.isDropped()).toBe(false)
  expect((await first.isDropped()) || (await second.isDropped())).toBe(true)
})

test('stalled clients are not dropped while unread responses are within the limit', async () => {
  const url = await start(4 * size)
  const clients = [await askUnread(url, 'a'), await askUnread(url, 'b'), await askUnread(url, 'c')]
  await sleep(800)
  for (const { isDropped } of clients) expect(await isDropped()).toBe(false)
})

/**
 * Reads a response in steps. A step reads more than half of the operating system's buffer, because
 * the server notices that a client reads only when about a third of that buffer is free.
 */
async function readInSteps(url: string, step: () => Promise<unknown>): Promise<number> {
  const { socket } = await askUnread(url, 'a', { highWaterMark: 2 * 1024 * 1024 })
  let bytes = 0
  while (bytes < size && !socket.closed) {
    bytes += (socket.read() as Buffer | null)?.length ?? 0
    await step()
  }
  return bytes
}

test('a client that continues to read gets its whole response, whatever the limit is', async () => {
  const url = await start(1)
  expect(await readInSteps(url, () => sleep(20))).toBeGreaterThanOrEqual(size)
})

test('a client has stalled when three checks in a row find that it has read nothing', () => {
  const drop = vi.fn()
  let look = (): void => {}
  const reader: Reader = {
    unread: () => size,
    isShared: true,
    drop,
    follow(_, onIdle) {
      look = onIdle
      return () => {}
    },
  }
  createLargeResponses(1).watch(reader, new Uint8Array(2))
  // The process may be busy, or the operating system may not have reported the last reads.
  for (let looks = 1; looks < 3; looks++) look()
  expect(drop).not.toHaveBeenCalled()
  look()
  expect(drop).toHaveBeenCalledOnce()
})

test('a connection continues after a large response', async () => {
  const url = await start(1)
  const text = 'GET /endpoint/a HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const [large, small] = await exchange(url, text + last('GET /endpoint/small HTTP/1.1'))
  expect(large?.body.length).toBe(size + 2)
  expect(small?.body).toBe('1')
})
