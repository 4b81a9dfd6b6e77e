// One Chromium for all tests of a process. Each test gets a tab without data of earlier tests.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { onTestFinished } from 'vitest'
import { chromiumPath } from '../../../scripts/chromium.mjs'

/** Why Chromium is not available, or `undefined` if it is. */
export const whyNoBrowser: string | undefined =
  chromiumPath === undefined ? 'needs Chromium; install it, or name it in CHROMIUM' : undefined

const permissions = ['clipboard-read', 'clipboard-write']

let browser: Promise<Browser> | undefined

/** Launches Chromium once. It ends with this process. */
function launch(): Promise<Browser> {
  const foreign = '--host-resolver-rules=MAP attacker.test 127.0.0.1'
  // Starting a process for each tab would take a third of the time of a test.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--renderer-process-limit=1', foreign]
  browser ??= chromium.launch({ executablePath: chromiumPath ?? '', args })
  return browser
}

/** Options of a tab. */
export interface TabOptions
  extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'proxy'> {
  /** For a test that sets the clock, which all tabs of a context share. Default: false. */
  readonly hasClock?: boolean
}

/** Opens an empty tab without stored data of this origin. It closes when the test ends. */
export async function newTab(
  origin: string,
  { viewport, colorScheme, proxy, hasClock = false }: TabOptions = {},
): Promise<Page> {
  const isOwn = proxy !== undefined || hasClock
  const tabs = await (isOwn ? openOwn(proxy) : share(origin))
  const page = await tabs.newPage()
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await tellEvents(page)
    // Requests that a route holds back end with the page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (isOwn) await tabs.close()
    else
      await Promise.all(
        tabs
          .pages()
          .slice(1)
          .map((tab) => tab.close()),
      )
  })
  await page.addInitScript(noteEvents)
  if (viewport) await page.setViewportSize(viewport)
  if (colorScheme) await page.emulateMedia({ colorScheme })
  return page
}

/** Keeps the last events of a page and their times, which errors of locators do not include. */
function noteEvents(): void {
  const events: string[] = []
  const note = (what: string, element: Element | null): void => {
    events.push(`${Math.round(performance.now())} ms: ${what} ${element?.outerHTML.slice(0, 150)}`)
    if (events.length > 40) events.shift()
  }
  Object.assign(globalThis, { lastEvents: events })
  for (const type of ['keydown', 'click', 'focusin'] as const) {
    addEventListener(type, ({ target }) => note(type, target as Element), true)
  }
  let last: Element | null = null
  new MutationObserver(() => {
    const toast = document.querySelector('.toast:last-child')
    if (toast && toast !== last) note('said', toast)
    last = toast
  }).observe(document, { childList: true, subtree: true })
}

/** Prints the last events of the page of a failed test. */
async function tellEvents(page: Page): Promise<void> {
  const events = page.evaluate(() => {
    return (globalThis as never as { readonly lastEvents: readonly string[] }).lastEvents.join('\n')
  })
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('the page does not answer'), 5_000).unref()
  })
  process.stderr.write(`${await Promise.race([events, late]).catch(String)}\n`)
}

async function openOwn(proxy: TabOptions['proxy']): Promise<BrowserContext> {
  return (await launch()).newContext({ permissions, ...(proxy && { proxy }) })
}

let shared: Promise<BrowserContext> | undefined

/** Returns the shared context, without data of the origin. Its first tab keeps the process. */
async function share(origin: string): Promise<BrowserContext> {
  shared ??= launch().then((one) => one.newContext({ permissions }))
  const tabs = await shared
  const first = tabs.pages()[0] ?? (await tabs.newPage())
  // Daemons of other ports are the same site, for which Chromium uses the same process.
  if (first.url() === 'about:blank') await first.goto(`${origin}/api/health`)
  const session = await tabs.newCDPSession(first)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  return tabs
}
