// The web UI behind nginx, set up as in docs/running.md: at another host name, over plain HTTP, on
// port 80 unless a test uses another one.
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hasNginx, startNginx } from '../reliability/lib/nginx.ts'
import { type Daemon, freshFolder, startDaemon } from './lib/daemon.ts'
import { openWatched } from './lib/page.ts'
import { rows, untilLive } from './lib/requests.ts'

beforeEach((context) => {
  context.skip(!hasNginx(), 'needs nginx')
})

const dist = fileURLToPath(new URL('../../packages/server/dist/static', import.meta.url))
const origin = 'http://mock.example'
const exact = '{"id": 12345678901234567890, "price": 1.10}'
const flags = ['--memory', '--behind-proxy', '--allowed-host', 'mock.example']

interface Behind {
  readonly page: Page
  readonly daemon: Daemon
  readonly complaints: readonly string[]
  /** The URL at which nginx listens. */
  readonly nginx: string
}

/** Starts a daemon behind nginx, and opens its page at the host name of `at`. */
async function openBehind(
  options: Parameters<typeof startNginx>[2],
  at: string = origin,
): Promise<Behind> {
  const [forDaemon, forNginx] = [await freshFolder(), await freshFolder()]
  const daemon = await startDaemon({ cwd: forDaemon.path, args: flags })
  const nginx = await startNginx(daemon.url, forNginx.path, options)
  onTestFinished(async () => {
    await nginx.stop()
    await daemon.stop()
    await Promise.all([forDaemon.remove(), forNginx.remove()])
  })
  // As a proxy of the browser, nginx receives each request, whatever its host name and port are.
  const { page, complaints } = await openWatched(at, { proxy: { server: nginx.url } })
  await page.goto(`${at}/`)
  return { page, daemon, complaints, nginx: nginx.url }
}

interface Proxied {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Reads a path of the host name from nginx. The body is not decoded. */
function read(nginx: string, path: string, headers: Record<string, string> = {}): Promise<Proxied> {
  return new Promise((resolve, reject) => {
    const options = { headers: { host: 'mock.example', ...headers } }
    const asked = get(nginx + path, options, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      const { statusCode: status, headers: got } = response
      resolve({ status, headers: got, body: Buffer.concat(parts) })
    })
    asked.on('error', reject)
  })
}

/** Resolves to the paths of the assets in the document. */
async function assetsOf(nginx: string): Promise<string[]> {
  const { body } = await read(nginx, '/')
  return [...body.toString().matchAll(/"(\/static\/[^"]+)"/g)].map(([, path]) => path ?? '')
}

const kinds = [
  ['forwards all paths', {}],
  ['serves /static/ by itself', { staticFolder: dist }],
] as const

describe.each(kinds)('nginx that %s', (_, options) => {
  test.each([origin, `${origin}:8080`])(
    'the page at %s adds an endpoint through nginx',
    async (at) => {
      const { page, complaints, nginx } = await openBehind(options, at)
      await page.getByRole('link', { name: 'Add an endpoint' }).click()
      await page.getByLabel('Name', { exact: true }).fill('price')
      await page.getByLabel('Data, as JSON').press('ControlOrMeta+a')
      await page.keyboard.insertText(exact)
      await page.getByRole('button', { name: 'Add endpoint' }).click()
      await page.getByRole('heading', { name: 'price' }).waitFor()
      await page.getByText(`${at}/endpoint/price`, { exact: true }).waitFor()
      expect((await read(nginx, '/endpoint/price')).body.toString()).toBe(exact)
      expect(complaints).toEqual([])
    },
  )

  test('the live view behind nginx shows a request while it is pending', async () => {
    const { page, daemon, complaints, nginx } = await openBehind(options)
    await daemon.add('{"name":"slow","data":1,"delay":700}')
    await page.getByRole('link', { name: 'Requests' }).click()
    await untilLive(page)
    const slow = read(nginx, '/endpoint/slow')
    await rows(page, 'slow pending').waitFor()
    expect((await slow).body.toString()).toBe('1')
    await rows(page, 'slow 200').waitFor()
    expect(complaints).toEqual([])
  })

  test('nginx serves assets compressed, with their types, to be cached forever', async () => {
    const { daemon, nginx } = await openBehind(options)
    const assets = await assetsOf(nginx)
    const isByItself = 'staticFolder' in options
    if (isByItself) await daemon.stop()
    expect(assets.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'js', 'js', 'svg'])
    const types: Readonly<Record<string, RegExp>> = {
      css: /^text\/css\b/,
      js: /^text\/javascript\b/,
      svg: /^image\/svg\+xml\b/,
    }
    for (const path of assets) {
      for (const coding of ['identity', 'gzip', ...(isByItself ? [] : ['br'])]) {
        const { status, headers } = await read(nginx, path, { 'accept-encoding': coding })
        expect({ status, coding: headers['content-encoding'] ?? 'identity' }).toEqual({
          status: 200,
          coding,
        })
        expect(headers['content-type']).toMatch(types[path.split('.').at(-1) ?? ''] ?? /never/)
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(headers['vary']?.toString().toLowerCase()).toBe('accept-encoding')
      }
    }
    expect((await read(nginx, '/static/none.js')).status).toBe(404)
  })
})
