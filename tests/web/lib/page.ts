// Opens the web UI of a daemon in a real browser, and records everything that must not happen.
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { newTab, type TabOptions } from './browser.ts'
import { type Daemon, freshFolder, shareDaemon, startDaemon } from './daemon.ts'
import { type Files, mocksIn, saveFiles } from './files.ts'

export interface Opened {
  readonly page: Page
  readonly daemon: Daemon
  /** The working folder of the daemon. */
  readonly folder: string
  /** Console errors, uncaught errors, violations of the CSP, and requests to other origins. */
  readonly complaints: readonly string[]
}

export interface OpenOptions extends TabOptions {
  /** Flags of the daemon. */
  readonly args?: readonly string[]
  /** Whether endpoints are stored on disk. Default: false, in memory. */
  readonly isOnDisk?: boolean
  /** The files of the served folder `mocks`, by name. Default: no folder is served. */
  readonly files?: Files
  readonly env?: Readonly<Record<string, string>>
  /** Endpoints to add before the page is opened, each as a request body. */
  readonly endpoints?: readonly string[]
  /** Where the page is opened, such as `#/requests`. */
  readonly at?: string
}

/**
 * Opens the page of an empty daemon. Tests without options for the daemon share one, so that its
 * request ids continue. The page, and a daemon that is not shared, end with the test.
 */
export async function openPage(options: OpenOptions = {}): Promise<Opened> {
  const { args, isOnDisk, files, env, endpoints = [], at = '' } = options
  const isOwn = args || isOnDisk || files || env
  const { daemon, folder } = await (isOwn ? startOwn(options) : shareDaemon())
  for (const endpoint of endpoints) await daemon.add(endpoint)
  const { page, complaints } = await openWatched(daemon.url, options)
  await page.goto(`${daemon.url}/${at}`)
  return { page, daemon, folder, complaints }
}

async function startOwn({
  args = [],
  isOnDisk = false,
  files,
  env = {},
}: OpenOptions): Promise<Pick<Opened, 'daemon' | 'folder'>> {
  const folder = await freshFolder()
  if (files) await mkdir(mocksIn(folder.path))
  await saveFiles(folder.path, files ?? {})
  const kept = isOnDisk ? [] : files ? ['mocks'] : ['--memory']
  const daemon = await startDaemon({
    cwd: folder.path,
    args: [...kept, ...args],
    env,
    // It prints each fault of the files, and tests cause such faults to see them on the page.
    isQuiet: files !== undefined,
  })
  onTestFinished(async () => {
    await daemon.stop()
    await folder.remove()
  })
  return { daemon, folder: folder.path }
}

/** Opens an empty page without stored data and records its errors. It closes when the test ends. */
export async function openWatched(
  origin: string,
  options?: TabOptions,
): Promise<Pick<Opened, 'page' | 'complaints'>> {
  const page = await newTab(origin, options)
  return { page, complaints: watch(page, origin) }
}

/** Holds back requests of the page to this URL until the returned function is called. */
export async function holdBack(
  page: Page,
  url: string | RegExp | ((url: URL) => boolean),
): Promise<() => void> {
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
 * Starts a reload that stops at the request for the document. The page has received `beforeunload`,
 * and is still there. Returns a function that continues the reload.
 */
export async function beginReload(page: Page): Promise<() => Promise<void>> {
  const arrive = await holdBack(page, (url) => url.pathname === '/')
  const asked = page.waitForRequest((request) => request.isNavigationRequest())
  const reloaded = page.reload()
  // A test that fails before it continues does not await this, and reports its own error.
  reloaded.catch(() => {})
  await asked
  return async () => {
    arrive()
    await reloaded
  }
}

/** Whether the page can be left without a confirmation. */
export function isLeftFreely(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

/**
 * Makes the document report that it is hidden or visible, as when the user changes tabs. Headless
 * Chromium shows all tabs at once, and its protocol has no command to hide one.
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

/** Returns a list that collects the errors of the page as they happen. */
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
