// The built daemon forwards to a service with a certificate, and to faulty services.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDraws, type Random } from '../../../core/src/rules/respond/random.ts'
import { makeCertificate } from './certificate.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { upstream } from './upstream.ts'

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mock-endpoint-forward-'))
})
afterAll(() => rm(cwd, { recursive: true }))

async function start(host: string, env: Record<string, string> = {}): Promise<Daemon> {
  const daemon = await startDaemon({ cwd, env, args: ['--memory', '--allow-forward', host] })
  onTestFinished(async () => void (await daemon.stop('SIGKILL')))
  return daemon
}

async function forward({ url }: Daemon, endpoint: string, to: string): Promise<void> {
  const body = JSON.stringify({ endpoint, response: { forward: to } })
  expect((await fetch(`${url}/api/rule/add`, { method: 'PUT', body })).status).toBe(200)
}

test('forwarding needs a trusted certificate, and NODE_EXTRA_CA_CERTS adds its authority', async () => {
  const { cert, key, ca } = await makeCertificate(cwd)
  const identity = { cert: await readFile(cert), key: await readFile(key) }
  const service = createTlsServer(identity, (incoming, outgoing) => outgoing.end(incoming.url))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => {
    service.closeAllConnections()
    service.close()
  })
  const to = `https://localhost:${(service.address() as AddressInfo).port}/v1`

  const strict = await start('localhost')
  await forward(strict, 'api', to)
  const refused = await fetch(`${strict.url}/endpoint/api`)
  expect(refused.status).toBe(502)
  expect(await refused.json()).toMatchObject({
    error: 'tls_certificate_error',
    detail: expect.stringMatching(/certificate that is not trusted/),
  })

  const trusting = await start('localhost', { NODE_EXTRA_CA_CERTS: ca })
  await forward(trusting, 'api', to)
  expect(await (await fetch(`${trusting.url}/endpoint/api/charges?a=1`)).text()).toBe(
    '/v1/charges?a=1',
  )
  const forwarded = { to, durationMs: expect.any(Number) }
  const shown = (): unknown =>
    trusting.events.find(({ path }) => path === '/endpoint/api/charges?a=1')
  await expect.poll(shown).toMatchObject({ statusCode: 200, forwarded })
  const other = 'https://169.254.169.254/'
  await forward(trusting, 'other', other)
  const { detail } = (await (await fetch(`${trusting.url}/endpoint/other`)).json()) as {
    detail: string
  }
  expect(detail).toBe(
    "This service may not forward to `169.254.169.254`. Start it with `--allow-forward 169.254.169.254`; in a test, set the option `allowForward: ['169.254.169.254']`.",
  )
})

/** Faulty responses of a service: invalid, cut off or endless. */
const harms: readonly ((socket: Socket, random: Random) => void)[] = [
  (socket) => socket.destroy(),
  (socket) => socket.resetAndDestroy(),
  (socket, random) => socket.end(noise(random, 200)),
  (socket, random) =>
    socket.end(`HTTP/1.1 200 OK\r\n${noise(random, 100).toString('latin1')}\r\n\r\n`),
  (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`),
  (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(5000)}\r\n`),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\nabc'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nabc'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabcHTTP/1.1 200 OK\r\n\r\n'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\nabc'),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'),
  (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  (socket) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)),
  (socket) => socket.end('HTTP/1.1 200 OK\r\nSet-Cookie: a\u0001b\r\n\r\n'),
  (socket) => socket.end('HTTP/0.9 200\r\n\r\nabc'),
  endless,
]

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: random() * most }, () => random() * 256))
}

/** Sends until its client disconnects. */
function endless(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const piece = Buffer.alloc(16 * 1024)
  const go = (): void => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', go)
  go()
}

test('1,000 faulty responses neither end the daemon nor affect other requests', async () => {
  const { random } = createDraws(42)
  let turn = 0
  const { port, open } = await upstream((socket) => harms[turn++ % harms.length]?.(socket, random))
  const daemon = await start('127.0.0.1')
  await forward(daemon, 'api', `http://127.0.0.1:${port}`)
  await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body: '{"name":"a","data":1}' })

  async function ask(): Promise<string> {
    const left = new AbortController()
    try {
      const { status, body } = await fetch(`${daemon.url}/endpoint/api`, { signal: left.signal })
      let bytes = 0
      for await (const piece of body ?? []) {
        bytes += piece.byteLength
        if (bytes > 256 * 1024) break
      }
      return String(status)
    } catch {
      return 'broken off'
    } finally {
      left.abort()
    }
  }
  const seen = new Set<string>()
  let asked = 0
  const client = async (): Promise<void> => {
    while (asked++ < 1000) {
      seen.add(await ask())
      expect(await (await fetch(`${daemon.url}/endpoint/a`)).text()).toBe('1')
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  expect([...seen].sort()).toEqual(['200', '502', 'broken off'])
  expect(turn).toBeGreaterThanOrEqual(1000)
  expect(daemon.stderr()).toBe('')
  await expect.poll(open).toBe(0)
  expect((await fetch(`${daemon.url}/api/health`)).status).toBe(200)
  expect(await daemon.stop()).toBe(0)
})
