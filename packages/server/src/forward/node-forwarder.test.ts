// Forwarding over real sockets: requests and responses arrive as they were sent.
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ask, forwardTo, ok, problemOf, upstream } from '../test/upstream.ts'

describe('forwarded responses', () => {
  test('a forwarded response keeps the order of its headers and its compressed body', async () => {
    const body = gzipSync('x'.repeat(1000))
    const head =
      'HTTP/1.1 207 What\r\nX-B: 1\r\nSet-Cookie: a=1\r\nX-A: \xe9\r\nSet-Cookie: b=2\r\nDate: then\r\n'
    const rest = `Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\nConnection: x-gone\r\nX-Gone: 1\r\n\r\n`
    const { port } = await upstream(Buffer.concat([Buffer.from(head + rest, 'latin1'), body]))
    const response = await ask(await forwardTo(port))
    expect(response.status).toBe(207)
    expect(response.body).toEqual(body)
    expect(response.raw.slice(0, 14)).toEqual([
      ...['x-b', '1', 'set-cookie', 'a=1', 'x-a', 'é', 'set-cookie', 'b=2', 'date', 'then'],
      ...['content-encoding', 'gzip', 'content-length', String(body.length)],
    ])
    expect(response.headers).not.toHaveProperty('x-gone')
  })

  test('a chunked body is forwarded without its trailers', async () => {
    const chunks = '3\r\nabc\r\n0\r\nX-Late: 1\r\n\r\n'
    const { port } = await upstream(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
    )
    const { headers, body } = await ask(await forwardTo(port))
    expect([headers['transfer-encoding'], body.toString()]).toEqual(['chunked', 'abc'])
  })

  test('a body that ends with its connection is forwarded', async () => {
    const { port } = await upstream((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nabc'))
    expect((await ask(await forwardTo(port))).body.toString()).toBe('abc')
  })

  test.each([
    ['a byte order mark', '\ufeff{"a": "é€😀"}', '\ufeff{"a": "é€😀"}'],
    ['bytes that are not text', Buffer.from([0, 0xff, 0xc3]), 'AP/D'],
    ['a text that is cut within a character', Buffer.from('é').subarray(0, 1), 'ww=='],
    ['more than is recorded', 'a'.repeat(10_000), 'a'.repeat(8 * 1024)],
  ])(
    'a short response of %s is forwarded byte by byte, and recorded',
    async (_, body, recorded) => {
      const bytes = Buffer.from(body)
      const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`
      const { port } = await upstream(Buffer.concat([Buffer.from(head), bytes]))
      const mock = await forwardTo(port)
      expect((await ask(mock)).body).toEqual(bytes)
      const kept = await fetch(new URL('/api/request/1', mock.baseUrl))
      const response = { body: recorded, bodyBytes: bytes.length }
      expect(await kept.json()).toMatchObject({ response })
    },
  )

  test.each([
    ['204', 'GET', ''],
    ['304', 'GET', 'ETag: "a"\r\nContent-Length: 7\r\n'],
    ['200', 'HEAD', 'Content-Length: 7\r\n'],
  ])('a %s to %s is forwarded without a body', async (status, method, headers) => {
    const { port } = await upstream(`HTTP/1.1 ${status} X\r\nDate: then\r\n${headers}\r\n`)
    const response = await ask(await forwardTo(port), method)
    expect([String(response.status), response.body.length]).toEqual([status, 0])
    if (headers) expect(response.headers['content-length']).toBe('7')
  })

  test('a redirect is not followed, and an informational response is not forwarded', async () => {
    const first = 'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'
    const redirect =
      'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'
    const { port } = await upstream(first + redirect)
    const { status, headers } = await ask(await forwardTo(port))
    expect([status, headers.location, headers.link]).toEqual([
      302,
      'http://127.0.0.1:1/',
      undefined,
    ])
  })

  test('the events of a stream are forwarded as they come', async () => {
    let socket: Socket | undefined
    const { port } = await upstream((one) => {
      socket = one
      one.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n')
    })
    const response = await fetch(`${(await forwardTo(port)).url('api')}/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('data: 1\n\n')
    socket?.end('data: 2\n\n')
    expect((await reader?.read())?.value).toBe('data: 2\n\n')
    expect((await reader?.read())?.done).toBe(true)
  })
})

test('a request is forwarded as received, with its headers in order', async () => {
  const { port, received } = await upstream(ok)
  const headers = {
    'X-B': 'é',
    'x-a': '1',
    Cookie: 'a=1',
    Connection: 'x-a',
    TE: 'gzip',
  }
  await ask(await forwardTo(`http://127.0.0.1:${port}/base`), 'PATCH', '{"a":\u00e9}', headers)
  expect(received[0]?.split('\r\n')).toEqual([
    'PATCH /base/v1?a=%41 HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'X-B: é',
    'Cookie: a=1',
    'Content-Length: 8',
    'Connection: keep-alive',
    '',
    Buffer.from('{"a":é}').toString('latin1'),
  ])
})

test.each([
  ['GET', undefined],
  ['DELETE', undefined],
  ['POST', '0'],
])(
  'a %s without a body is forwarded with the right Content-Length and is not chunked',
  async (method, length) => {
    const { port, received } = await upstream(ok)
    await ask(await forwardTo(port), method)
    expect(/content-length: (\d+)/i.exec(received[0] ?? '')?.[1]).toBe(length)
    expect(received[0]).not.toMatch(/transfer-encoding/i)
  },
)

describe('connections', () => {
  test('connections to the other service are reused', async () => {
    const { port, received } = await upstream(ok)
    const mock = await forwardTo(port)
    for (let i = 0; i < 3; i++) await ask(mock, 'POST', 'a')
    expect(received).toHaveLength(1)
  })

  test('an idempotent request is repeated when its idle connection was closed', async () => {
    const { port, received } = await upstream((socket) => {
      const isSecond = received[0]?.split('HTTP/1.1').length === 3
      if (isSecond && received.length === 1) socket.resetAndDestroy()
      else socket.write(ok)
    })
    const mock = await forwardTo(port)
    await ask(mock)
    expect((await ask(mock)).body.toString()).toBe('ok')
    expect(received).toHaveLength(2)
  })

  test('a POST is not repeated when its connection breaks, and gets a problem', async () => {
    const { port, received } = await upstream((socket) => {
      if (received[0]?.includes('POST')) socket.resetAndDestroy()
      else socket.write(ok)
    })
    const mock = await forwardTo(port)
    await ask(mock)
    expect(await problemOf(mock, 'POST')).toMatchObject({ error: 'connection_terminated' })
    expect(received).toHaveLength(1)
  })
})
