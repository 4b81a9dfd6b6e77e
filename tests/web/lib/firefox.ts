// Opens the web UI of a new daemon in Firefox. Playwright needs a patched Firefox, so this uses
// Puppeteer, which drives the one that users have.
import { existsSync } from 'node:fs'
import { launch, type Page } from 'puppeteer-core'
import { onTestFinished } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'

/** The paths of Firefox on Debian and on other systems. */
const places = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/usr/local/bin/firefox']
const executablePath = process.env['FIREFOX'] ?? places.find((place) => existsSync(place))

/** Why Firefox is not available, or `undefined` if it is. */
export const whyNoFirefox: string | undefined =
  executablePath === undefined ? 'needs Firefox; install it, or name it in FIREFOX' : undefined

interface InFirefox {
  readonly page: Page
  readonly daemon: Daemon
  /** Console errors and uncaught errors, including violations of the content security policy. */
  readonly complaints: readonly string[]
}

/** Starts a daemon and opens its page. Both end with the test. */
export async function openInFirefox(): Promise<InFirefox> {
  const folder = await freshFolder()
  const daemon = await startDaemon({ cwd: folder.path, args: ['--memory'] })
  const browser = await launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    userDataDir: `${folder.path}/profile`,
  })
  onTestFinished(async () => {
    await browser.close()
    await daemon.stop()
    await folder.remove()
  })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 720 })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(daemon.url)
  return { page, daemon, complaints }
}
