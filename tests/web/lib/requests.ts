// The live view of the requests: opened, asked something, and read.
import type { Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Daemon } from './daemon.ts'
import { type Opened, type OpenOptions, openPage } from './page.ts'

/** Starts a daemon and opens its live view. Both end with the test. */
export async function openRequests(options: OpenOptions = {}): Promise<Opened> {
  const opened = await openPage({ at: '#/requests', ...options })
  await untilLive(opened.page)
  return opened
}

/** Another tab of the same browser, with the same view. */
export async function openTab({ page, daemon }: Opened): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(`${daemon.url}/#/requests`)
  await untilLive(tab)
  return tab
}

export function untilLive(page: Page): Promise<void> {
  return page
    .getByRole('status')
    .filter({ hasText: /^Live$/ })
    .waitFor()
}

/** The rows of requests whose text has that in it, the newest first. */
export function rows(page: Page, text: string | RegExp = ''): Locator {
  return page.locator('.rows').getByRole('listitem').filter({ hasText: text })
}

/** The request that is open. */
export function openedRequest(page: Page): Locator {
  return page.getByRole('region', { name: 'Request', exact: true })
}

/** What is said of the response to it. */
export function responseOf(page: Page): Locator {
  const heading = page.getByRole('heading', { name: 'Response', exact: true })
  return openedRequest(page).locator('section').filter({ has: heading })
}

/** A request that is answered late or never: it ends with the test. */
export function askWithoutWaiting(daemon: Daemon, path: string): void {
  onTestFinished(ask(daemon, path))
}

/** A request whose client leaves when it has arrived, as the first of the journal. */
export async function askAndLeave(daemon: Daemon, path: string): Promise<void> {
  const leave = ask(daemon, path)
  await untilRecorded(daemon)
  leave()
}

/** Resolves when the journal has so many requests. */
export async function untilRecorded({ read }: Daemon, count = 1): Promise<void> {
  await read(`/api/request?count=${count}&wait=30000`)
}

/** The number of a request; by default of the first since the daemon was emptied. */
export async function idOf({ read }: Daemon, which = 1): Promise<number> {
  const { requests } = JSON.parse(await read('/api/request?limit=1000'))
  const ids = requests.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
  return ids[which - 1]
}

/** Sends a request; the returned function gives it up. */
function ask({ url }: Daemon, path: string): () => void {
  const ending = new AbortController()
  fetch(url + path, { signal: ending.signal }).then(
    (response) => response.body?.cancel(),
    () => {},
  )
  return () => ending.abort()
}
