// Services in Chromium: inside a page, or in a service worker.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium as launcher } from 'playwright-core'
import {
  type SharedServices,
  shareServices,
} from '../../../packages/core/src/test/shared-services.ts'
import { bundle, hostFile } from './bundle.ts'
import { throughPage } from './in-page.ts'
import { chromium } from './runtimes.ts'

/** `page` is the host that the page loads. Its origin has the other hosts as scripts by name. */
export function inChromium(page: string, ...others: readonly string[]): SharedServices {
  let context: Promise<BrowserContext> | undefined
  const services = shareServices(async (options) => {
    context ??= launchChromium().then((browser) => browser.newContext())
    // Each service has its own origin, and therefore its own scope and storage.
    const site = await serveScripts(
      [page, ...others].map((host) => [host, hostFile(host)] as const),
    )
    const opened = await (await context).newPage()
    opened.on('pageerror', (error) => process.emitWarning(error))
    await opened.goto(`${originOf(site)}/#${encodeURIComponent(JSON.stringify(options))}`)
    return {
      send: await throughPage(opened),
      async stop() {
        await opened.close()
        site.close()
      },
    }
  })
  return {
    open: services.open,
    async stop() {
      await services.stop()
      await (await context)?.browser()?.close()
    },
  }
}

/** Serves a document that loads the first of these scripts, and all of them, bundled, by name. */
export async function serveScripts(
  files: readonly (readonly [name: string, file: string])[],
  page = `<!doctype html><script type="module" src="/${files[0]?.[0]}.js"></script>`,
): Promise<Server> {
  const scripts = new Map<string, string>()
  for (const [name, file] of files) scripts.set(`/${name}.js`, await bundle(file))
  const server = createServer((request, response) => {
    const script = scripts.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    const type = script === undefined ? 'text/html' : 'text/javascript'
    response.writeHead(200, { 'content-type': type }).end(script ?? page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

export function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts Chromium without a window. */
export function launchChromium(): Promise<Browser> {
  // One process, because starting one for each page takes longer than most cases.
  const args = ['--no-sandbox', '--renderer-process-limit=1']
  return launcher.launch({ executablePath: chromium, args })
}
