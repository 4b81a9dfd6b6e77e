// Early ends of HTTP/2 streams and connections.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type ClientHttp2Stream, constants } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PlainRequest, Responder } from '@mock-endpoint/core'
import { describe, expect, test, vi } from 'vitest'
import { serveByHand } from '../test/answered-by-hand.ts'
import { answerHttps, connectHttp2, exchangeHttp2, responseOf } from '../test/http2-exchange.ts'
import { begin, connectByFrames, frame, request, types } from '../test/http2-frames.ts'

const run = promisify(execFile)
const ok = { status: 200, headers: [['content-length', '2']], body: 'ok' } as const

/** `/NAME` breaks off with the fault NAME. The test responds to other paths. */
function breakOff(responder: Responder, { target }: PlainRequest): void {
  const name = target.slice(1)
  if (name === 'reset' || name === 'close' || name === 'malformed') responder.abort(name)
  if (name !== 'truncate') return
  const body = responder.begin({ status: 200, headers: [] })
  void body.write(new TextEncoder().encode('hello'))
  body.abort()
}

interface Ended {
  readonly rstCode: number
  readonly body: string
}

/** How a stream ended, and the received part of its body. */
async function endOf(stream: ClientHttp2Stream): Promise<Ended> {
  let body = ''
  stream.on('data', (chunk: Buffer) => (body += chunk.toString('latin1'))).on('error', () => {})
  await once(stream, 'close').catch(() => {})
  return { rstCode: stream.rstCode ?? 0, body }
}

describe.each([
  ['reset', { rstCode: 2, body: '' }, 92],
  ['malformed', { rstCode: 1, body: '' }, 92],
  ['truncate', { rstCode: 2, body: 'hello' }, 92],
] as const)('%s', (fault, seen, exitCode) => {
  test('the fault ends its stream and no other stream of the connection', async () => {
    const { url, next } = await serveByHand({ answerHttps }, breakOff)
    const session = await connectHttp2(url)
    const other = responseOf(session.request({ ':path': '/other' }))
    const { responder } = await next()
    expect(await endOf(session.request({ ':path': `/${fault}` }))).toEqual(seen)
    responder.answer(ok)
    expect(await other).toMatchObject({ status: 200, body: 'ok' })
    expect(await exitCodeOfCurl(url, fault)).toBe(exitCode)
  })
})

test('the fault `close` ends the HTTP/2 connection', async () => {
  const { url } = await serveByHand({ answerHttps }, breakOff)
  const session = await connectHttp2(url)
  const ended = once(session, 'close')
  await endOf(session.request({ ':path': '/close' }))
  await ended
  expect(await exitCodeOfCurl(url, 'close')).toBe(18)
})

async function exitCodeOfCurl(url: string, path: string): Promise<unknown> {
  const to = `${url.replace('http:', 'https:')}/${path}`
  const args = ['-skS', '--http2', '--max-time', '20', to]
  return run('curl', args).then(
    () => 0,
    ({ code }) => code,
  )
}

describe('a client that disconnects', () => {
  test.each([
    ['cancels its request', (stream: ClientHttp2Stream) => stream.close(constants.NGHTTP2_CANCEL)],
    ['ends the connection', (stream: ClientHttp2Stream) => stream.session?.destroy()],
  ])('the server notices a client that %s', async (_, leave) => {
    const { url, next } = await serveByHand({ answerHttps })
    const session = await connectHttp2(url)
    const stream = session.request({ ':path': '/' }).on('error', () => {})
    const { responder, left } = await next()
    leave(stream)
    await left
    responder.answer(ok)
    responder.abort('reset')
  })

  test('a body is incomplete when its client disconnects after half of it', async () => {
    const read = vi.fn()
    const { url, next } = await serveByHand({ answerHttps }, (_, { body }) => body(100, read))
    const session = await connectHttp2(url)
    const stream = session.request({ ':path': '/', ':method': 'POST' })
    stream.write('half')
    const { left } = await next()
    await expect.poll(() => stream.writableLength).toBe(0)
    stream.destroy()
    await left
    expect(read.mock.calls).toMatchObject([[{ length: 4, problem: { code: 'body-incomplete' } }]])
  })
})

test('an unread response is dropped when unread bytes exceed the limit', async () => {
  const body = new Uint8Array(1_000_000)
  const act = (responder: Responder, { target }: PlainRequest): void =>
    responder.answer(target === '/' ? { status: 200, headers: [], body } : ok)
  const { url, next } = await serveByHand({ answerHttps, unreadBytes: 1 }, act)
  const session = await connectHttp2(url)
  const unread = session.request({ ':path': '/' }).on('error', () => {})
  await (await next()).left
  expect(await endOf(unread)).toMatchObject({ rstCode: 2 })
  expect(await exchangeHttp2(session, { ':path': '/other' })).toMatchObject({ body: 'ok' })
})

describe('an HTTP/2 connection', () => {
  test('an HTTP/2 connection ends when it is idle, and not while a request is in progress', async () => {
    const { url, next } = await serveByHand({ answerHttps, keepAliveTimeout: 20 })
    const session = await connectHttp2(url)
    const ended = once(session, 'close')
    const response = responseOf(session.request({ ':path': '/' }))
    const { responder } = await next()
    await sleep(100)
    expect(session.closed).toBe(false)
    responder.answer(ok)
    expect(await response).toMatchObject({ body: 'ok' })
    await ended
  })

  test('closing a server sends GOAWAY and completes the request in progress', async () => {
    const { url, next, close } = await serveByHand({ answerHttps, grace: 10_000 })
    const session = await connectHttp2(url)
    const response = responseOf(session.request({ ':path': '/' }))
    const { responder } = await next()
    const told = once(session, 'goaway')
    const closed = close()
    await told
    responder.answer(ok)
    expect(await response).toMatchObject({ body: 'ok' })
    await closed
  })

  test('a connection ends with its server, even while a request is in progress', async () => {
    const { url, next, close } = await serveByHand({ answerHttps })
    const session = await connectHttp2(url)
    const ended = once(session, 'close')
    const stream = session.request({ ':path': '/' }).on('error', () => {})
    const { left } = await next()
    await close()
    await Promise.all([left, ended, endOf(stream)])
  })

  test('a protocol error ends the connection of its client while a request is in progress', async () => {
    const { url, next } = await serveByHand({ answerHttps, pingInterval: 10 })
    const session = await connectHttp2(url)
    session.request({ ':path': '/' }).on('error', () => {})
    const { left } = await next()
    const other = await connectByFrames(url)
    other.send(...begin, request(1), frame('data', 0))
    const asked = await next()
    await Promise.all([other.ended, asked.left])
    expect(session.destroyed).toBe(false)
    session.destroy()
    await left
  })

  test('a connection continues when its client stops reading for a while', async () => {
    const { url, next } = await serveByHand({ answerHttps, pingInterval: 10 })
    const client = await connectByFrames(url)
    client.send(...begin, request(1))
    const { responder } = await next()
    client.pause()
    await sleep(200)
    responder.answer(ok)
    client.resume()
    expect(await client.first(({ type }) => type === types.headers)).toBeDefined()
  })
})
