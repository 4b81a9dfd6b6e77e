// Helpers for the live view of the requests.
import type { Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Daemon } from './daemon.ts'
import { type Opened, type OpenOptions, openPage } from './page.ts'

/** Opens the live view of an empty daemon. See `openPage`. */
export async function openRequests(options: OpenOptions = {}): Promise<Opened> {
  const opened = await openPage({ at: '#/requests', ...options })
  await untilLive(opened.page)
  return opened
}

/** Opens another tab of the same browser with the same view. */
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

/** The rows of requests that contain the text, newest first. */
export function rows(page: Page, text: string | RegExp = ''): Locator {
  return page.locator('.rows').getByRole('listitem').filter({ hasText: text })
}

/** The open request. */
export function openedRequest(page: Page): Locator {
  return page.getByRole('region', { name: 'Request', exact: true })
}

/** The part of the open request that shows its response. */
export function responseOf(page: Page): Locator {
  const heading = page.getByRole('heading', { name: 'Response', exact: true })
  return openedRequest(page).locator('section').filter({ has: heading })
}

/** Sends a request that is answered late or never. It is aborted when the test ends. */
export function askWithoutWaiting(daemon: Daemon, path: string): void {
  onTestFinished(ask(daemon, path))
}

/** Sends the first request of the journal, and disconnects when it is recorded. */
export async function askAndLeave(daemon: Daemon, path: string): Promise<void> {
  const leave = ask(daemon, path)
  await untilRecorded(daemon)
  leave()
}

/** Resolves when the journal contains `count` requests. */
export async function untilRecorded({ read }: Daemon, count = 1): Promise<void> {
  await read(`/api/request?count=${count}&wait=30000`)
}

/** Resolves to the id of a request. Default: the first one since the daemon was emptied. */
export async function idOf({ read }: Daemon, which = 1): Promise<number> {
  const { requests } = JSON.parse(await read('/api/request?limit=1000'))
  const ids = requests.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b)
  return ids[which - 1]
}

/** Sends a request. The returned function aborts it. */
function ask({ url }: Daemon, path: string): () => void {
  const ending = new AbortController()
  fetch(url + path, { signal: ending.signal }).then(
    (response) => response.body?.cancel(),
    () => {},
  )
  return () => ending.abort()
}
