// The page of a daemon of its own in a real browser, with everything that must not happen noted.
import { mkdir } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { chromiumPath } from '../../../scripts/chromium.mjs'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'
import { type Files, mocksIn, saveFiles } from './files.ts'

/** Why there is no browser here; `undefined` when there is one. */
export const whyNoBrowser: string | undefined =
  chromiumPath === undefined ? 'needs Chromium; install it, or name it in CHROMIUM' : undefined

let browser: Promise<Browser> | undefined

/** One for all tests of this process, with which it ends. */
function launch(): Promise<Browser> {
  const foreign = '--host-resolver-rules=MAP attacker.test 127.0.0.1'
  const args = ['--no-sandbox', '--disable-dev-shm-usage', foreign]
  browser ??= chromium.launch({ executablePath: chromiumPath ?? '', args })
  return browser
}

export interface Opened {
  readonly page: Page
  readonly daemon: Daemon
  /** The working folder of the daemon. */
  readonly folder: string
  /** Errors on the console, uncaught ones, refusals by the policy, requests to elsewhere. */
  readonly complaints: readonly string[]
}

export interface OpenOptions extends BrowserContextOptions {
  /** Flags of the daemon. */
  readonly args?: readonly string[]
  /** Whether it keeps endpoints on disk. Default: in memory. */
  readonly isOnDisk?: boolean
  /** The files of a folder `mocks` that is served, by their names. Default: none is. */
  readonly files?: Files
  readonly env?: Readonly<Record<string, string>>
  /** Endpoints that are there before the page is opened, each as the body of an add. */
  readonly endpoints?: readonly string[]
  /** Where the page is opened, such as `#/requests`. */
  readonly at?: string
}

/** Starts a daemon and opens its page. Both end with the test. */
export async function openPage({
  args = [],
  isOnDisk = false,
  files,
  env = {},
  endpoints = [],
  at = '',
  ...context
}: OpenOptions = {}): Promise<Opened> {
  const folder = await freshFolder()
  if (files) await mkdir(mocksIn(folder.path))
  await saveFiles(folder.path, files ?? {})
  const kept = isOnDisk ? [] : files ? ['mocks'] : ['--memory']
  const daemon = await startDaemon({
    cwd: folder.path,
    args: [...kept, ...args],
    env,
    // Its terminal names each fault of the files, which are there to be shown on the page.
    isQuiet: files !== undefined,
  })
  onTestFinished(async () => {
    await daemon.stop()
    await folder.remove()
  })
  for (const endpoint of endpoints) await daemon.add(endpoint)
  const { page, complaints } = await openTabs(daemon.url, context)
  await page.goto(`${daemon.url}/${at}`)
  return { page, daemon, folder: folder.path, complaints }
}

/** An empty page of a browser that knows nothing yet; it ends with the test. */
export async function openTabs(
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Omit<Opened, 'daemon' | 'folder'>> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const tabs = await (await launch()).newContext({ permissions, ...options })
  const page = await tabs.newPage()
  onTestFinished(async () => {
    // A request that a route holds back goes with the page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tabs.close()
  })
  return { page, complaints: watch(page, origin) }
}

/** Holds back what the page sends there, until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/**
 * Headless Chromium shows all its tabs at once, and no command of its protocol hides one: the
 * document is made to say so, as it does when another tab is chosen.
 */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    Object.defineProperty(document, 'visibilityState', {
      value: hidden ? 'hidden' : 'visible',
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

/** What a user would not want to see, as it happens. */
function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) complaints.push(`a request to ${request.url()}`)
  })
  return complaints
}
