// Bodies over a socket are read to their end whatever the response is, so that the connection can
// continue. Also: clients that disconnect while the store reads.
import { Agent, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createApp, createJournal, type EndpointStore } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectTo, exchange, last } from '../test/raw-exchange.ts'
import { readStream } from './read-body.ts'
import { serve } from './serve.ts'

const record = { name: 'orders', data: '"here"', statusCode: 200, delay: 0 }

async function start(store: EndpointStore = createMemoryStore()) {
  await store.put(record)
  const journal = createJournal()
  const app = createApp({ store, journal })
  const listening = { port: 0, hosts: ['127.0.0.1'], keepAliveTimeout: 5000, grace: 0 }
  const { url, close } = await serve({ app, ...listening, onStopped() {} })
  onTestFinished(close)
  return { url, journal }
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body: string
}

interface Got {
  readonly status: number | undefined
  readonly body: string
  /** Whether the connection had carried a request before. */
  readonly isReused: boolean
}

/** Sends requests in sequence over one kept connection. */
function overOneConnection(url: string): (sent: Sent) => Promise<Got> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return ({ method = 'POST', headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        `${url}/endpoint/orders`,
        { method, headers, agent },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk
          })
          const { statusCode: status } = response
          response.on('end', () => resolve({ status, body: text, isReused: outgoing.reusedSocket }))
        },
      )
      outgoing.on('error', reject)
      if (headers['expect'] === undefined) outgoing.end(body)
      else {
        outgoing.on('continue', () => outgoing.end(body))
        outgoing.flushHeaders()
      }
    })
}

const kibibyte = 1024
const sizes = [0, 1, 64 * kibibyte, 64 * kibibyte + 1, 10_000_000]

function headersFor(kind: string, size: number): Record<string, string> {
  if (kind === 'chunked') return { 'transfer-encoding': 'chunked' }
  const length = { 'content-length': `${size}` }
  return kind === 'asked first' ? { ...length, expect: '100-continue' } : length
}

describe('a request body', () => {
  test.each(['declared', 'chunked', 'asked first'])(
    'a body that is %s is read at any size, and its connection continues',
    async (kind) => {
      const { url, journal } = await start()
      const send = overOneConnection(url)
      // A client asks first only if it has a body to send.
      const some = kind === 'asked first' ? sizes.slice(1) : sizes
      for (const [i, size] of some.entries()) {
        const body = 'é'.repeat(size / 2).padEnd(size - Math.floor(size / 2), 'x')
        const got = await send({ headers: headersFor(kind, size), body })
        expect(got).toEqual({ status: 200, body: '"here"', isReused: i > 0 })
        const kept = journal.list({}).at(-1)
        expect(kept).toMatchObject({ bodyBytes: size, outcome: 'answered' })
        expect(body.startsWith(kept?.body ?? 'none')).toBe(true)
        expect(kept?.bodyTruncated).toBe(size > 64 * kibibyte)
      }
    },
  )

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])(
    'the body of a %s request is read',
    async (method) => {
      const { url, journal } = await start()
      const send = overOneConnection(url)
      for (const kind of ['declared', 'chunked']) {
        const got = await send({ method, headers: headersFor(kind, 3), body: 'abc' })
        expect(got).toMatchObject({ status: 200, body: method === 'HEAD' ? '' : '"here"' })
        expect(journal.list({}).at(-1)).toMatchObject({ method, body: 'abc', bodyBytes: 3 })
      }
      expect(await send({ method, body: '' })).toMatchObject({ status: 200, isReused: true })
    },
  )

  test('the body of a request that gets 404 is read', async () => {
    const { url, journal } = await start()
    const head = 'POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n'
    const text = head + 'x'.repeat(100_000) + last('GET /endpoint/orders HTTP/1.1')
    expect((await exchange(url, text)).map(({ status }) => status)).toEqual([404, 200])
    // A request that gets 404 is recorded once its near misses are found.
    const lengths = journal.list({}).map(({ path, bodyBytes }) => [path, bodyBytes])
    expect(Object.fromEntries(lengths)).toEqual({ '/nothing': 100_000, '/endpoint/orders': 0 })
  })

  test.each([
    [64 * kibibyte, 'Content-Length: 10000000'],
    [5, 'Transfer-Encoding: chunked'],
  ])(
    'a body that is cut off after %i bytes (%s) is recorded with these bytes',
    async (size, header) => {
      const { url, journal } = await start()
      const socket = await connectTo(url)
      const part = header.startsWith('T') ? `5\r\n${'x'.repeat(size)}\r\n` : 'x'.repeat(size)
      socket.end(`PUT /endpoint/orders HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n${part}`)
      await expect.poll(() => journal.list({})).toHaveLength(1)
      const expected = { endpoint: 'orders', outcome: 'aborted', statusCode: null, bodyBytes: size }
      expect(journal.list({})[0]).toMatchObject(expected)
    },
  )
})

/** A store whose reads wait for `release`. */
function slowStore() {
  const store = createMemoryStore()
  let release = (): void => {}
  let asked = 0
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const get: EndpointStore['get'] = async (name) => {
    asked += 1
    await released
    return store.get(name)
  }
  return { store: { ...store, get }, release: () => release(), asked: () => asked }
}

describe('a client that disconnects during a slow read', () => {
  test.each(['GET', 'POST'])(
    'a client that disconnects during a slow read of the store is recorded as aborted: %s',
    async (method) => {
      const { store, release, asked } = slowStore()
      const { url, journal } = await start(store)
      const socket = await connectTo(url)
      const gone = new Promise((resolve) => socket.once('close', resolve))
      socket.write(last(`${method} /endpoint/orders HTTP/1.1`))
      await expect.poll(asked).toBe(1)
      socket.destroy()
      await gone
      // After a response to another client, the server has noticed the disconnect.
      await exchange(url, last('GET /api/health HTTP/1.1'))
      release()
      await expect.poll(() => journal.list({})).toHaveLength(1)
      expect(journal.list({})[0]).toMatchObject({ endpoint: 'orders', outcome: 'aborted' })
      const [response] = await exchange(url, last('GET /endpoint/orders HTTP/1.1'))
      expect(response?.body).toBe('"here"')
    },
  )
})

describe('a body in tiny chunks', () => {
  const chunked = 'POST /endpoint/orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked'
  const inChunks = (text: string, count: number): string =>
    `${chunked}\r\n\r\n${`${text.length.toString(16)}\r\n${text}\r\n`.repeat(count)}0\r\n\r\n`

  test('a body in tiny chunks is recorded as one text, and the connection continues', async () => {
    const { url, journal } = await start()
    const responses = await exchange(
      url,
      inChunks('x', 1_500) + inChunks('12345', 20_000) + last('GET /endpoint/orders HTTP/1.1'),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const [first, second] = journal.list().filter(({ method }) => method === 'POST')
    expect(first).toMatchObject({ body: 'x'.repeat(1_500), bodyTruncated: false })
    expect(second).toMatchObject({ bodyBytes: 100_000, bodyTruncated: true })
    expect(second?.body).toBe('12345'.repeat(20_000).slice(0, 64 * 1024))
  })

  test.each(['/endpoint/orders', '/api/endpoint/add'])(
    'a body of too many one-byte chunks is refused at %s, and its connection ends',
    async (path) => {
      const { url } = await start()
      const method = path.startsWith('/api') ? 'PUT' : 'POST'
      const text = inChunks('x', 10_000).replace('POST /endpoint/orders', `${method} ${path}`)
      const [response] = await exchange(url, text)
      expect(response?.status).toBe(400)
      expect(response?.body).toContain('more than 2000 chunks of fewer than 4 bytes each')
      expect(await exchange(url, last('GET /endpoint/orders HTTP/1.1'))).toMatchObject([
        { status: 200 },
      ])
    },
  )
})

const mebibyte = 1024 * kibibyte

describe('a body that is dropped', () => {
  test('large bodies that are dropped let other work go first', async () => {
    let dropped = 0
    const chunk = Buffer.alloc(mebibyte)
    const bodies = Array.from({ length: 20 }, () => {
      let left = 10
      const body = new Readable({
        read() {
          left -= 1
          this.push(left < 0 ? null : chunk)
        },
      })
      body.on('data', () => {
        dropped += mebibyte
      })
      return new Promise((resolve) => {
        readStream(body, () => {}, 0, resolve)
      })
    })
    const inEachTurn: number[] = []
    while (dropped < 200 * mebibyte) {
      const before = dropped
      await nextTurn()
      inEachTurn.push((dropped - before) / mebibyte)
    }
    await Promise.all(bodies)
    // In the first turn, each body is dropped until it is paused.
    expect(Math.max(...inEachTurn)).toBeLessThanOrEqual(4 + 20)
  })

  test('the body of a refused request is dropped, and its connection continues', async () => {
    const { url } = await start()
    const body = 'x'.repeat(20 * mebibyte)
    const head = `PUT /api/endpoint/add HTTP/1.1\r\nHost: attacker.test\r\nContent-Length: ${body.length}`
    const responses = await exchange(
      url,
      `${head}\r\n\r\n${body}${last('GET /endpoint/orders HTTP/1.1')}`,
    )
    expect(responses.map(({ status }) => status)).toEqual([403, 200])
  })
})
