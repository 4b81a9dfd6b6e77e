// Paced bodies over real sockets.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { serve as serveFetch } from '@hono/node-server'
import type { Responder, ResponseHead } from '@mock-endpoint/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { answerRequest } from '../../../core/src/http/adapters/fetch-adapter.ts'
import { ask, converse, serveBy, serveByHand } from '../test/answered-by-hand.ts'
import { connectTo, last } from '../test/raw-exchange.ts'

const ok: ResponseHead = { status: 200, headers: [] }
const bytes = (text: string) => new TextEncoder().encode(text)
/** More than the buffers of the operating system hold. */
const large = new Uint8Array(24 * 1024 * 1024)

/** A client that collects the received text, in Latin-1. */
async function watching(url: string, text: string) {
  const socket = await connectTo(url)
  let seen = ''
  socket.on('data', (chunk: Buffer) => {
    seen += chunk.toString('latin1')
  })
  socket.write(text)
  return { socket, seen: () => seen }
}

/** A client that does not read. */
async function stalled(url: string): Promise<Socket> {
  const socket = await connectTo(url)
  socket.write(ask())
  return socket
}

async function isSettled(promise: unknown): Promise<boolean> {
  await setImmediate()
  return Promise.race([Promise.resolve(promise).then(() => true), setImmediate(false)])
}

describe('a paced body', () => {
  test('a paced body is sent piece by piece without delay, and the connection continues', async () => {
    const { url, next } = await serveByHand()
    const { seen, socket } = await watching(url, ask())
    const body = (await next()).responder.begin({ status: 201, headers: [['x-a', '1']] })
    await expect.poll(seen).toMatch(/^HTTP\/1.1 201 Created\r\nx-a: 1\r\n.*\r\n\r\n$/s)
    for (const piece of ['a', '', 'bc']) {
      expect(body.write(bytes(piece))).toBeUndefined()
      if (piece !== '') await expect.poll(seen).toContain(`\r\n${piece.length}\r\n${piece}\r\n`)
    }
    body.end()
    body.end()
    await expect.poll(seen).toMatch(/bc\r\n0\r\n\r\n$/)
    socket.write(ask())
    ;(await next()).responder.begin({ status: 202, headers: [] }).end()
    await expect.poll(seen).toContain('HTTP/1.1 202')
  })

  test('a paced body with a Content-Length is not sent in chunks', async () => {
    const { url } = await serveBy((responder) => {
      const body = responder.begin({ ...ok, headers: [['content-length', '2']] })
      void body.write(bytes('a'))
      void body.write(bytes('b'))
      body.end()
    })
    const { text } = await converse(url, last('GET / HTTP/1.1'))
    expect(text).toMatch(/\r\n\r\nab$/)
    expect(text).not.toContain('chunked')
  })

  test.each([
    ['HEAD', 200, 'content-length: 2'],
    ['GET', 204, 'x-a: 1'],
    ['GET', 205, 'content-length: 0'],
    ['GET', 304, 'x-a: 1'],
  ])('a paced body for %s and status %i is dropped', async (method, status, line) => {
    const header = line.split(': ') as [string, string]
    const { url } = await serveBy((responder, request) => {
      if (request.target === '/next') return responder.answer({ ...ok, body: null })
      const body = responder.begin({ status, headers: [header] })
      expect(body.write(large)).toBeUndefined()
      body.end()
    })
    const { text } = await converse(url, ask('/', method) + last('GET /next HTTP/1.1'))
    const [head, rest] = text.split('\r\n\r\n')
    expect(head).toContain(line)
    expect(rest).toMatch(/^HTTP\/1.1 200/)
  })

  test.each([
    ['short', 1],
    ['long', 10_000],
  ])('a %s paced body waits for the responses before it, and so does its end', async (_, times) => {
    const { url, next } = await serveByHand()
    const { seen, socket } = await watching(url, ask().repeat(3))
    const [first, second, third] = [await next(), await next(), await next()]
    const body = second.responder.begin(ok)
    const broken = third.responder.begin(ok)
    const written = body.write(bytes('second'.repeat(times)))
    body.end()
    void broken.write(bytes('third'))
    broken.abort()
    expect(await isSettled(written)).toBe(false)
    expect(seen()).toBe('')
    first.responder.answer({ ...ok, headers: [['content-length', '5']], body: 'first' })
    await once(socket, 'end')
    await written
    expect(seen().replaceAll(/(second)+/g, 'second')).toMatch(/first.*second\r\n0\r\n.*third\r\n$/s)
  })

  test('a paced body waits until its client reads', async () => {
    const { url, next } = await serveByHand()
    const socket = await stalled(url)
    const body = (await next()).responder.begin(ok)
    const written = body.write(large)
    await once(socket, 'readable')
    expect(await isSettled(written)).toBe(false)
    socket.resume()
    await written
    body.end()
  })

  test.each([
    ['while it waits for the client', large],
    ['between two pieces', bytes('a')],
  ])('a paced body ends when the client disconnects %s', async (_, piece) => {
    const { url, next } = await serveByHand()
    const socket = await stalled(url)
    const { responder, left } = await next()
    const body = responder.begin(ok)
    const written = body.write(piece)
    await once(socket, 'readable')
    socket.destroy()
    await left
    await written
    expect(body.write(large)).toBeUndefined()
    body.end()
    body.abort()
  })

  test('a paced body and a fault may begin after the client has disconnected', async () => {
    const { url, next } = await serveByHand()
    const acts: ((responder: Responder) => void)[] = [
      (responder) => responder.begin(ok).abort(),
      (responder) => responder.begin(ok).end(),
      ...(['reset', 'close', 'malformed'] as const).map(
        (fault) => (responder: Responder) => responder.abort(fault),
      ),
    ]
    for (const act of acts) {
      const socket = await stalled(url)
      const { responder, left } = await next()
      socket.destroy()
      await left
      act(responder)
    }
  })
})

describe('a stalled client', () => {
  test('a stalled client is dropped when it leaves more of a paced body unread than allowed', async () => {
    const { url, next } = await serveByHand({ unreadBytes: 1_000_000 })
    await stalled(url)
    const { responder, left } = await next()
    await responder.begin(ok).write(large)
    await left
  })

  test('a stalled client is dropped also after its paced body was broken off', async () => {
    const { url, next } = await serveByHand({ unreadBytes: 1_000_000 })
    await stalled(url)
    const { responder, left } = await next()
    const body = responder.begin(ok)
    void body.write(large)
    body.abort()
    await left
  })

  test('a client that has read everything is not dropped during a pause of a paced body', async () => {
    const { url, next } = await serveByHand({ unreadBytes: 0 })
    const { seen } = await watching(url, ask())
    const body = (await next()).responder.begin(ok)
    await body.write(bytes('y'.repeat(1_000_000)))
    await sleep(500)
    void body.write(bytes('end'))
    body.end()
    await expect.poll(() => seen().slice(-20)).toMatch(/end\r\n0\r\n\r\n$/)
  })
})

test('closing a server waits for the end of a paced body', async () => {
  const { url, next, close } = await serveByHand({ grace: 20_000 })
  const { seen } = await watching(url, ask())
  const body = (await next()).responder.begin(ok)
  const closed = close()
  await expect.poll(seen).toContain('\r\n\r\n')
  expect(await isSettled(closed)).toBe(false)
  void body.write(bytes('last words'))
  body.end()
  await closed
  expect(seen()).toMatch(/last words\r\n0\r\n\r\n$/)
})

test('under @hono/node-server, a fault is a 500, and half a body ends the connection', async () => {
  const server = serveFetch({
    fetch: (request) =>
      answerRequest(request, undefined, (_, responder) => {
        if (request.url.endsWith('/fault')) responder.abort('reset')
        else {
          const body = responder.begin({ ...ok, headers: [['transfer-encoding', 'chunked']] })
          void body.write(bytes('half'))
          body.abort()
        }
        return () => {}
      }),
    port: 0,
    hostname: '127.0.0.1',
  })
  onTestFinished(() => void server.close())
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/fault`)).status).toBe(500)
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => told.mockRestore())
  const { text } = await converse(url, ask())
  expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  expect(text).not.toContain('\r\n0\r\n')
  expect(told).toHaveBeenCalledOnce()
})
