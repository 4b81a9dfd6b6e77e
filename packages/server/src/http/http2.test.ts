// Requests and responses that are specific to HTTP/2.
import type { Responder } from '@mock-endpoint/core'
import { describe, expect, test } from 'vitest'
import { serveByHand } from '../test/answered-by-hand.ts'
import { answerHttps, connectHttp2, exchangeHttp2, responseOf } from '../test/http2-exchange.ts'
import { startServed } from '../test/served-mock.ts'

describe('an HTTP/2 request', () => {
  test('an HTTP/2 request has the headers that it would have in HTTP/1.1', async () => {
    const { url, mock } = await startServed({ answerHttps })
    const session = await connectHttp2(url)
    const headers = { ':path': '/endpoint/orders', cookie: ['a=1', 'b=2'], 'x-a': ['é', '\x80'] }
    await exchangeHttp2(session, headers)
    const [{ rawHeaders } = {}] = await mock.requests()
    const { host } = new URL(url)
    expect(rawHeaders).toEqual([
      ['host', host],
      ['cookie', 'a=1; b=2'],
      ['x-a', 'é'],
      ['x-a', '\x80'],
    ])
  })

  test('an HTTP/2 request may have a Host instead of an authority', async () => {
    const { url, mock } = await startServed({ answerHttps })
    const session = await connectHttp2(url)
    const headers = { ':path': '/endpoint/orders', host: 'elsewhere' }
    expect(await exchangeHttp2(session, headers)).toMatchObject({ status: 200 })
    expect((await mock.requests())[0]?.rawHeaders).toEqual([['host', 'elsewhere']])
  })

  test('a request with more than 16 KiB of headers gets 431, and the next one is answered', async () => {
    const { url } = await startServed({ answerHttps })
    const session = await connectHttp2(url)
    const path = { ':path': '/endpoint/orders' }
    const tooLarge = await exchangeHttp2(session, { ...path, 'x-a': 'a'.repeat(17_000) })
    expect(tooLarge).toMatchObject({ status: 431, body: expect.stringContaining('16 KiB') })
    expect(await exchangeHttp2(session, path)).toMatchObject({ status: 200 })
  })

  test.each([
    [{ ':method': 'CONNECT', ':authority': 'elsewhere:1' }, 405],
    [{ ':method': 'OPTIONS', ':path': '*' }, 200],
    [{ ':method': 'TRACE', ':path': '/endpoint/orders' }, 405],
  ])('a request with %o gets 200 or 405', async (headers, status) => {
    const { url } = await startServed({ answerHttps })
    const session = await connectHttp2(url)
    expect(await exchangeHttp2(session, headers)).toMatchObject({ status })
  })

  test('a request gets 100-continue if its body is wanted, and 413 if it is too large', async () => {
    const { url } = await startServed({ answerHttps })
    const session = await connectHttp2(url)
    const send = async (path: string, length: number): Promise<unknown> => {
      const framing = { expect: '100-continue', 'content-length': length }
      const stream = session.request({ ':path': path, ':method': 'PUT', ...framing })
      let isTold = false
      stream.on('continue', () => {
        isTold = true
        stream.end('1')
      })
      const { status } = await responseOf(stream)
      return [status, isTold]
    }
    expect(await send('/endpoint/orders', 1)).toEqual([200, true])
    expect(await send('/api/endpoint/add', 99_000_000)).toEqual([413, false])
  })

  test('a client that continues to send a body over the limit gets 413', async () => {
    const { url } = await startServed({ answerHttps, patience: 20 })
    const session = await connectHttp2(url)
    const stream = session.request({ ':path': '/api/endpoint/add', ':method': 'PUT' })
    const send = (): void => {
      if (!stream.destroyed) stream.write(new Uint8Array(65_536), send)
    }
    send()
    const { status, body } = await responseOf(stream)
    expect([status, body]).toEqual([413, expect.stringContaining('body-too-large')])
  })
})

describe('an HTTP/2 response', () => {
  const headers = [
    ['Set-Cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['Location', '/a'],
    ['Location', '/b'],
    ['X-A', '\x80é\xff'],
    ['Connection', 'close'],
    ['Keep-Alive', 'timeout=5'],
    ['Transfer-Encoding', 'chunked'],
  ] as const

  test('an HTTP/2 response has only the headers that HTTP/2 allows, unchanged', async () => {
    const act = (responder: Responder): void =>
      responder.answer({ status: 200, headers, body: null })
    const { url } = await serveByHand({ answerHttps }, act)
    const session = await connectHttp2(url)
    const response = await exchangeHttp2(session, { ':path': '/' })
    expect([...response.headers]).toEqual([
      ['date', expect.any(String)],
      ['location', '/a, /b'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-a', '\x80é\xff'],
    ])
  })

  test('300 requests at once on one connection each get a complete response of 1 MiB', async () => {
    const body = new TextEncoder().encode('0123456789abcdef'.repeat(65_536))
    const act = (responder: Responder): void => responder.answer({ status: 200, headers: [], body })
    const { url } = await serveByHand({ answerHttps }, act)
    const session = await connectHttp2(url)
    const asked = Array.from({ length: 300 }, () => exchangeHttp2(session, { ':path': '/' }))
    const wanted = new TextDecoder().decode(body)
    for (const response of await Promise.all(asked)) expect(response.body === wanted).toBe(true)
  })
})
