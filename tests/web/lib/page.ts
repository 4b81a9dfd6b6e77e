// The web UI of a daemon of its own in a real browser, with everything that must not happen noted.
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
  /** Errors on the console, uncaught ones, refusals by the policy, requests to elsewhere. */
  readonly complaints: readonly string[]
}

export interface OpenOptions extends TabOptions {
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

/**
 * Opens the page of a daemon that has nothing yet. Without options for it, tests share one after the
 * other, so that the numbers of its requests go on. Both end with the test.
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
    // Its terminal names each fault of the files, which are there to be shown on the page.
    isQuiet: files !== undefined,
  })
  onTestFinished(async () => {
    await daemon.stop()
    await folder.remove()
  })
  return { daemon, folder: folder.path }
}

/** An empty page of a browser that knows nothing yet, and what it complains of; it ends with the test. */
export async function openWatched(
  origin: string,
  options?: TabOptions,
): Promise<Pick<Opened, 'page' | 'complaints'>> {
  const page = await newTab(origin, options)
  return { page, complaints: watch(page, origin) }
}

/** Holds back what the page sends there, until the returned function is called. */
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
 * Reloads the page up to where its document is asked for: it has been asked whether it may be left,
 * and is still there. Returns what goes on with that.
 */
export async function beginReload(page: Page): Promise<() => Promise<void>> {
  const arrive = await holdBack(page, (url) => url.pathname === '/')
  const asked = page.waitForRequest((request) => request.isNavigationRequest())
  const reloaded = page.reload()
  // Nobody may ask for it: a test that fails before that has said why.
  reloaded.catch(() => {})
  await asked
  return async () => {
    arrive()
    await reloaded
  }
}

/** Whether the page can be left without a question. */
export function isLeftFreely(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
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
