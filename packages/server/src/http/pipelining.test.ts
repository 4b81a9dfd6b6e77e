// Many requests on one connection, sent without waiting for their responses.
import { createJournal } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { expect, onTestFinished, test } from 'vitest'
import { connectTo, exchange } from '../test/raw-exchange.ts'
import { type ServerOptions, startServer } from './start-server.ts'

const delayed = 'GET /endpoint/slow HTTP/1.1\r\nHost: localhost\r\n\r\n'
const waiting = 'GET /api/request?wait=150&endpoint=none HTTP/1.1\r\nHost: localhost\r\n\r\n'
const last = 'GET /endpoint/quick HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

async function start(options: ServerOptions = {}): Promise<string> {
  const store = createMemoryStore()
  await store.put({ name: 'slow', data: '1', statusCode: 200, delay: 150 })
  await store.put({ name: 'quick', data: '2', statusCode: 200, delay: 0 })
  const server = await startServer({ ...options, port: 0, store, hosts: ['127.0.0.1'] })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}`
}

test('a connection with thousands of pipelined requests is closed, and none stays pending', async () => {
  let asked = 0
  const journal = createJournal({ requests: 100_000 })
  const url = await start({ journal, onRequest: () => (asked += 1) })
  const socket = await connectTo(url)
  const closed = new Promise((resolve) => socket.on('close', resolve))
  let answered = 0
  socket.on('data', () => (answered += 1)).write(delayed.repeat(20_000))
  await closed
  expect(answered).toBe(0)
  expect(asked).toBe(111)
  await expect.poll(() => journal.list().map(({ outcome }) => outcome)).not.toContain('pending')
})

test.each([
  ['delayed', 'too-many-delayed', delayed.repeat(103)],
  ['waiting', 'too-many-waits', waiting.repeat(103)],
  ['delayed or waiting', 'too-many-waits', delayed.repeat(50) + waiting.repeat(53)],
])(
  'a connection may have 100 %s responses, and %s is the error beyond that',
  async (_, code, requests) => {
    const url = await start()
    const [mine, other] = await Promise.all([
      exchange(url, requests + last),
      exchange(url, delayed + last),
    ])
    const statuses = mine.map(({ status }) => status)
    expect(statuses).toEqual([...Array(100).fill(200), 503, 503, 503, 200])
    expect(JSON.parse(mine[100]?.body ?? '')).toMatchObject({ code, limit: 100 })
    expect(mine[100]?.headers.get('retry-after')).toBe('1')
    expect(other.map(({ status }) => status)).toEqual([200, 200])
  },
)
