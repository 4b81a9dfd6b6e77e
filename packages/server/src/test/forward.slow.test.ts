// The built daemon forwards to a service with a certificate, and to faulty services.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from './certificate.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { askForFaults, serveFaults } from './faulty-service.ts'

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

test('1,000 faulty responses neither end the daemon nor affect other requests', async () => {
  const service = await serveFaults()
  const daemon = await start('127.0.0.1')
  await forward(daemon, 'api', service.url)
  await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body: '{"name":"a","data":1}' })
  const seen = await askForFaults(`${daemon.url}/endpoint/api`, 1000, async () => {
    expect(await (await fetch(`${daemon.url}/endpoint/a`)).text()).toBe('1')
  })
  expect([...seen].sort()).toEqual(['200', '502', 'broken off'])
  expect(service.sent()).toBeGreaterThanOrEqual(1000)
  expect(daemon.stderr()).toBe('')
  await expect.poll(service.open).toBe(0)
  expect((await fetch(`${daemon.url}/api/health`)).status).toBe(200)
  expect(await daemon.stop()).toBe(0)
})
