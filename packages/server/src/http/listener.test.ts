// The adapter of node:http: behavior that needs a connection.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { App } from '@mock-endpoint/core'
import { createMock } from '@mock-endpoint/core/mock'
import { describe, expect, test } from 'vitest'
import { connectTo, exchange, last } from '../test/raw-exchange.ts'
import { listen, type Served, startServed } from '../test/served-mock.ts'

const host = 'Host: localhost'

const tunnel = `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n\r\n`

function request(name: string): string {
  return `GET /endpoint/${name} HTTP/1.1\r\n${host}\r\n\r\n`
}

async function outcomes({ mock }: Served): Promise<string[]> {
  return (await mock.requests()).map(({ outcome }) => outcome)
}

/** Sends requests, and resolves when `count` of them are in the journal. */
async function sending(served: Served, text: string, count = 1): Promise<Socket> {
  const socket = await connectTo(served.url)
  socket.write(text)
  await expect.poll(() => outcomes(served)).toHaveLength(count)
  return socket
}

async function startSlow(): Promise<Served> {
  const served = await startServed()
  await served.mock.add({ name: 'never', data: 1, delay: 600_000 })
  await served.mock.add({ name: 'huge', data: 'y'.repeat(8_000_000) })
  return served
}

describe('the adapter of node:http', () => {
  test.each([
    ['behind a delayed answer', `${request('later')}${request('orders')}\0`, [200, 200, 400]],
    ['behind a long response', `${request('huge')}\0`, [200, 400]],
    ['behind a miss', `${request('none')}\0`, [404, 400]],
    ['behind a call', `GET /api/health HTTP/1.1\r\n${host}\r\n\r\n\0`, [200, 400]],
    ['behind the last of a connection', last('GET /endpoint/orders HTTP/1.1').concat('\0'), [200]],
  ])('garbage %s does not affect the responses before it', async (_, text, statuses) => {
    const { url } = await startSlow()
    const responses = await exchange(url, text)
    expect(responses.map(({ status }) => status)).toEqual(statuses)
  })

  test('pipelined requests are answered in their order', async () => {
    const { url } = await startServed()
    const text = [request('later'), request('none'), request('orders'), request('%C3%A9')].join('')
    const responses = await exchange(url, text + last('GET /endpoint/empty HTTP/1.1'))
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 200, 204])
  })

  test('a WebSocket request gets 501 and is recorded as unmatched', async () => {
    const served = await startServed()
    const headers = { connection: 'Upgrade', upgrade: 'WebSocket', 'sec-websocket-version': '13' }
    const asked = get(`${served.url}/endpoint/orders`, { headers })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(501)
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'no-websocket' })
    expect(await outcomes(served)).toEqual(['unmatched'])
  })

  test('a client that asks for a tunnel gets 405, and its connection ends', async () => {
    const { url } = await startServed()
    const responses = await exchange(url, tunnel + last('GET /endpoint/orders HTTP/1.1'))
    expect(responses).toMatchObject([{ status: 405, body: expect.stringContaining('proxy') }])
  })

  test('clients that ask for a tunnel and reset the connection do no harm', async () => {
    const { url } = await startServed()
    for (let i = 0; i < 50; i++) {
      const socket = await connectTo(url)
      socket.write(tunnel, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    const [response] = await exchange(url, last('GET /endpoint/orders HTTP/1.1'))
    expect(response?.status).toBe(200)
  })

  test('a client that disconnects while its response waits for another is recorded as aborted', async () => {
    const served = await startSlow()
    const socket = await sending(served, request('never'))
    socket.write(request('never'))
    await expect.poll(() => outcomes(served)).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => outcomes(served)).toEqual(['aborted', 'aborted'])
  })

  test('a client that disconnects during a delay makes room for another delayed response', async () => {
    const served = await startSlow()
    const sockets = [
      await sending(served, request('never')),
      await sending(served, request('never'), 2),
    ]
    const [refused] = await exchange(served.url, last('GET /endpoint/later HTTP/1.1'))
    expect(refused?.body).toContain('too-many-delayed')
    for (const socket of sockets) socket.destroy()
    await expect
      .poll(async () => (await outcomes(served)).slice(0, 2))
      .toEqual(['aborted', 'aborted'])
    const [response] = await exchange(served.url, last('GET /endpoint/later HTTP/1.1'))
    expect(response?.status).toBe(200)
  })

  test.each([
    ['declared', 'Content-Length: 1000', 'abc'],
    ['chunked', 'Transfer-Encoding: chunked', '3\r\nabc\r\n'],
  ])(
    'a client that disconnects during its %s upload is recorded as aborted',
    async (_, header, sent) => {
      const served = await startServed()
      for (const [name, endpoint] of [
        ['later', 'later'],
        ['none', null],
      ] as const) {
        await served.mock.reset()
        const socket = await connectTo(served.url)
        const head = `POST /endpoint/${name} HTTP/1.1\r\n${host}\r\n${header}\r\n\r\n${sent}`
        await new Promise((resolve) => socket.write(head, resolve))
        socket.end()
        await expect.poll(() => outcomes(served)).toEqual(['aborted'])
        const [request] = await served.mock.requests()
        expect(request).toMatchObject({ endpoint, text: 'abc', bodyBytes: 3 })
      }
    },
  )

  test('a reset answers delayed requests with `delay-cancelled`', async () => {
    const { mock, url } = await startSlow()
    const responses = exchange(url, request('never') + last('POST /endpoint/never HTTP/1.1'))
    await expect.poll(async () => (await mock.requests()).length).toBe(2)
    await mock.reset()
    expect((await responses).map(({ body }) => JSON.parse(body))).toMatchObject([
      { code: 'delay-cancelled' },
      { code: 'delay-cancelled' },
    ])
  })

  test.each([
    ['without a Host', 'POST /endpoint/orders HTTP/1.1', /^HTTP\/1.1 400 .*malformed-host/s],
    ['for a head without a Host', 'HEAD /endpoint/orders HTTP/1.1', /^HTTP\/1.1 400 .*\r\n\r\n$/s],
    ['for no URL', `POST * HTTP/1.1\r\n${host}`, /^HTTP\/1.1 400 .*malformed-url/s],
  ])('a request %s is refused before its body comes', async (_, head, expected) => {
    const { app, close } = await createMock()
    const { url } = await listen(app, close, { patience: 600_000 })
    const socket = await connectTo(url)
    let response = ''
    socket.on('data', (bytes: Buffer) => {
      response += bytes.toString()
    })
    socket.write(`${head}\r\nContent-Length: 4\r\n\r\n`)
    await expect.poll(() => response).toMatch(expected)
    const ended = once(socket, 'end')
    socket.write('rest')
    await ended
  })

  test('repeated headers are sent as separate lines', async () => {
    const { app } = await createMock()
    const answer: App['answer'] = (_, responder) => {
      const headers = ['a=1; Path=/', 'b=2'].map((value) => ['set-cookie', value] as const)
      responder.answer({ status: 200, headers: [...headers, ['content-length', '2']], body: 'ok' })
      return () => {}
    }
    const { url } = await listen(Object.assign(Object.create(app) as App, { answer }))
    const [got] = await exchange(url, last('GET / HTTP/1.1'))
    expect(got?.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(got?.body).toBe('ok')
  })
})
