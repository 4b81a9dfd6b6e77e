// Errors of the web UI, reported to a server on loopback, without any data of the user.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './lib/page.ts'

/** Starts a server that collects the envelopes. */
async function sink(): Promise<{ dsn: string; envelopes: string[] }> {
  const envelopes: string[] = []
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      if (request.method === 'POST') envelopes.push(body)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { dsn: `http://key@127.0.0.1:${port}/1`, envelopes }
}

/** Throws as a fault of the web UI would, with data of the user in the message. */
function fail(): void {
  setTimeout(() => {
    throw new TypeError('cannot read treasure of orders')
  })
}

test('an error is reported without its message, addresses and names', async () => {
  const { dsn, envelopes } = await sink()
  const { page, daemon } = await openPage({ env: { CLIENT_REPORTING_DSN: dsn } })
  await daemon.add('{"name":"orders","data":"treasure"}')
  await page.goto(`${daemon.url}/#/endpoint/orders`)
  await page.getByRole('heading', { name: 'orders' }).waitFor()
  await page.evaluate(fail)
  await expect.poll(() => envelopes.length).toBe(1)
  const [envelope = ''] = envelopes
  expect(envelope).toContain('"type":"TypeError"')
  expect(envelope).toContain('"release":"mock-endpoint@')
  for (const secret of ['treasure', 'orders', 'localhost', new URL(daemon.url).port]) {
    expect(envelope).not.toContain(secret)
  }
})

test('the code that reports errors is not loaded without a DSN', async () => {
  const { page, complaints } = await openPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload()
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor()
  await page.evaluate(fail)
  await expect.poll(() => complaints.length).toBe(1)
  expect(loaded.filter((url) => url.includes('report-error'))).toEqual([])
})
