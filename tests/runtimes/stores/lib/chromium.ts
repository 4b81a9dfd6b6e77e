// Chromium with a persistent profile, and scripts in its pages and workers.
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium as launcher, type Page } from 'playwright-core'
import { originOf, serveScripts } from '../../lib/browser.ts'
import { chromium } from '../../lib/runtimes.ts'
import type { Ask } from './ask.ts'

export interface Site {
  readonly origin: string
  close(): void
}

/** Serves an origin whose pages run the script, and that has it as a file for workers. */
export async function serveSite(): Promise<Site> {
  const file = fileURLToPath(new URL('../inside/browser.ts', import.meta.url))
  const server = await serveScripts([['script', file]])
  return { origin: originOf(server), close: () => server.close() }
}

/** Starts the browser, which stores its data in this folder. */
export function launch(profile: string): Promise<BrowserContext> {
  const options = { executablePath: chromium, args: ['--no-sandbox'] }
  return launcher.launchPersistentContext(profile, options)
}

/** Kills the browser that uses the folder, as in a crash. */
export async function kill(browser: BrowserContext, profile: string): Promise<void> {
  const closed = new Promise((resolve) => browser.once('close', resolve))
  // The target of this link is the machine's name and the process id.
  const lock = await readlink(join(profile, 'SingletonLock'))
  process.kill(Number(lock.split('-').at(-1)), 'SIGKILL')
  await closed
}

export interface Tab {
  readonly page: Page
  /** Runs the command in the page itself. */
  readonly ask: Ask
  readonly askWorker: Ask
  readonly askServiceWorker: Ask
}

export async function openTab(browser: BrowserContext, { origin }: Site): Promise<Tab> {
  const page = await browser.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => 'run' in globalThis)
  return {
    page,
    ask: asking(page, 'page'),
    askWorker: asking(page, 'worker'),
    askServiceWorker: asking(page, 'service worker'),
  }
}

type Place = 'page' | 'worker' | 'service worker'

function asking(page: Page, place: Place): Ask {
  return <Result>(command: string, ...args: readonly unknown[]): Promise<Result> =>
    page.evaluate(askInside, { place, command, args }) as Promise<Result>
}

interface Asked {
  readonly place: Place
  readonly command: string
  readonly args: readonly unknown[]
}

/** Runs in the page. */
async function askInside({ place, command, args }: Asked): Promise<unknown> {
  const scope = globalThis as unknown as {
    run(command: string, args: readonly unknown[]): Promise<unknown>
    worker?: Worker
  }
  if (place === 'page') return scope.run(command, args)
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => {
      if ('error' in data) reject(new Error(data.error))
      else resolve(data.result)
    }
  })
  const to = place === 'worker' ? dedicated() : await serviceWorker()
  to.postMessage([command, ...args], [port2])
  return answered

  function dedicated(): Worker {
    scope.worker ??= new Worker('/script.js', { type: 'module' })
    return scope.worker
  }

  async function serviceWorker(): Promise<ServiceWorker> {
    await navigator.serviceWorker.register('/script.js', { type: 'module' })
    const { active } = await navigator.serviceWorker.ready
    if (!active) throw new Error('There is no service worker.')
    return active
  }
}
