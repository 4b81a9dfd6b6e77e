// Forwarded requests whose service fails or is not allowed.
import type { Socket } from 'node:net'
import type { Forwarder } from '@mock-endpoint/core'
import { describe, expect, test } from 'vitest'
import { createAllowedHosts } from '../../../core/src/forward/allowed-hosts.ts'
import { ask, forwardTo, ok, problemOf, upstream } from '../test/upstream.ts'
import { createNodeForwarder } from './node-forwarder.ts'

describe('failures of the other service', () => {
  const brief = { forwarder: createNodeForwarder({ silence: 50 }) }
  type Case = [
    error: string,
    status: number,
    respond: string | ((socket: Socket) => void),
    detail: RegExp,
  ]
  test.each<Case>([
    ['connection_terminated', 502, (socket) => socket.resetAndDestroy(), /broke the connection/],
    ['connection_terminated', 502, (socket) => socket.end(), /broke the connection/],
    ['http_protocol_error', 502, 'SSH-2.0-OpenSSH\r\n', /did not answer with valid HTTP/],
    [
      'http_protocol_error',
      502,
      'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      /another protocol/,
    ],
    [
      'http_protocol_error',
      502,
      `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`,
      /valid HTTP/,
    ],
    ['http_response_timeout', 504, () => {}, /sent no response for 0\.05 s/],
  ])('%s is returned as a problem and recorded', async (error, status, respond, detail) => {
    const { port } = await upstream(respond)
    const mock = await forwardTo(port, brief)
    const code = status === 504 ? 'forward-timeout' : 'forward-failed'
    expect(await problemOf(mock, 'POST')).toEqual({
      ...{ type: expect.any(String), title: expect.any(String), success: false },
      ...{ status, code, error, detail: expect.stringMatching(detail) },
    })
    expect(await mock.requests()).toMatchObject([{ forwarded: { error } }])
  })

  test.each([
    ['connection_refused', 'http://127.0.0.1:1', 'refused the connection (connect ECONNREFUSED'],
    ['dns_error', 'http://no.invalid', 'has an unknown name (getaddrinfo '],
    ['tls_protocol_error', 'https://127.0.0.1:{port}', 'does not speak a supported version of TLS'],
  ])('%s is returned as a problem with the reason', async (error, url, detail) => {
    const { port } = await upstream('HTTP/1.1 200 OK\r\n\r\n')
    const problem = await problemOf(await forwardTo(url.replace('{port}', String(port))))
    expect(problem).toMatchObject({ error, detail: expect.stringContaining(detail) })
  })

  test.each<[error: string, respond: (socket: Socket) => void]>([
    [
      'http_response_incomplete',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    ],
    [
      'connection_read_timeout',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    ],
  ])('%s breaks off a response that has begun, and is recorded', async (error, respond) => {
    const { port } = await upstream(respond)
    const mock = await forwardTo(port, brief)
    await expect(ask(mock)).rejects.toThrow('aborted')
    const [request] = await mock.requests()
    expect(request).toMatchObject({ statusCode: 200, outcome: 'answered', forwarded: { error } })
  })
})

test('a name that resolves to a private address is refused, unless the name is allowed', async () => {
  const { port, received } = await upstream(ok)
  const url = `http://localhost:${port}`
  // As if an allowed name had turned out to be a loopback address.
  const onlyPublic = createAllowedHosts(['*'])
  const forward = createNodeForwarder()
  const forwarder: Forwarder = (request) => forward({ ...request, allowed: onlyPublic })
  const problem = await problemOf(await forwardTo(url, { forwarder, allowForward: ['localhost'] }))
  expect(problem).toMatchObject({ code: 'forward-refused', error: 'destination_ip_prohibited' })
  expect(problem['detail']).toMatch(
    /^`localhost` is `(127\.0\.0\.1|::1)`.* `--allow-forward (127|::1)/,
  )
  expect(received).toEqual([])
  const { body } = await ask(await forwardTo(url, { allowForward: ['localhost'] }))
  expect(body.toString()).toBe('ok')
})
