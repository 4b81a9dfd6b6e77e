// The examples of other runtimes, each started as in its README.
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { launchChromium, originOf, serveScripts } from './lib/browser.ts'
import { startProgram } from './lib/programs.ts'
import { bun, deno, node } from './lib/runtimes.ts'
import { startWorkerd } from './lib/workers.ts'

const here = import.meta.dirname
const examples = fileURLToPath(new URL('../../examples/', import.meta.url))
const exact = '{"id": 12345678901234567890, "price": 1.10}'

/** Adds an endpoint to a service, and reads it. */
async function expectService(url: string): Promise<void> {
  const added = await fetch(`${url}/api/endpoint/add`, {
    method: 'PUT',
    body: `{"name":"orders","data":${exact},"statusCode":201}`,
  })
  expect(added.status).toBe(200)
  const response = await fetch(`${url}/endpoint/orders`, { method: 'POST', body: 'x' })
  expect([response.status, await response.text()]).toEqual([201, exact])
  const list = (await (await fetch(`${url}/api/request`)).json()) as {
    requests: readonly object[]
  }
  expect(list.requests).toMatchObject([{ endpoint: 'orders', body: 'x' }])
}

async function freePort(): Promise<string> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

test.each([
  ['bun', [bun, 'run', 'server.ts']],
  ['deno', [deno, 'run', '--allow-net', '--allow-env', 'server.ts']],
])('the %s example adds and serves an endpoint', async (name, command) => {
  const cwd = join(examples, name)
  const { url, stop } = await startProgram(command, { cwd, env: { PORT: await freePort() } })
  onTestFinished(stop)
  await expectService(url)
})

test('the cloudflare example adds and serves an endpoint', async () => {
  const file = join(examples, 'cloudflare', 'worker.ts')
  const { url, stop } = await startWorkerd({ file, isDurable: true })
  onTestFinished(stop)
  await expectService(url)
})

test('the service-worker example keeps an endpoint when its worker is stopped', async () => {
  const folder = join(examples, 'service-worker')
  const files = ['page', 'mocks'].map((name) => [name, join(folder, `${name}.ts`)] as const)
  const site = await serveScripts(files, await readFile(join(folder, 'index.html'), 'utf8'))
  const browser = await launchChromium()
  onTestFinished(async () => {
    await browser.close()
    site.close()
  })
  const page = await browser.newPage()
  await page.goto(originOf(site))
  await page.getByText('{"tea":4.2}', { exact: true }).waitFor()
  // A stopped worker loses its memory, but the endpoint is stored in the browser.
  const control = await page.context().newCDPSession(page)
  await control.send('ServiceWorker.enable')
  await control.send('ServiceWorker.stopAllWorkers')
  const read = (): Promise<string> =>
    page.evaluate(async () => (await fetch('/endpoint/prices')).text())
  expect(await read()).toBe('{"tea":4.2}')
})

test('the next example adds and serves an endpoint', async () => {
  // Below this folder, so that it finds Next.
  const folder = join(here, '.next-app')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await cp(join(examples, 'next'), folder, { recursive: true })
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'))
  const { url, stop } = await startProgram(
    [node(22), next, 'dev', '--hostname', '127.0.0.1', '--port', await freePort()],
    {
      cwd: folder,
      env: { NEXT_TELEMETRY_DISABLED: '1' },
    },
  )
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  await expectService(`${url}/mocks`)
}, 60_000)
