// Opens the web UI in the default browser.
import { spawn } from 'node:child_process'

export interface OpenWebOptions {
  readonly url: string
  readonly platform: NodeJS.Platform
  /** The environment, whose PATH is searched for the opener. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Prints a warning if the browser could not be opened. */
  readonly warn: (sentence: string) => void
}

/** The programs that open the default browser, with their arguments before the URL. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` reads its first quoted argument as a title.
  win32: ['cmd', '/c', 'start', '""'],
}

/** Opens a URL in the browser. Returns at once. The browser stays open when this process ends. */
export function openWeb({ url, platform, env, warn }: OpenWebOptions): void {
  const [program, ...args] = openers[platform] ?? ['xdg-open']
  const fail = (reason: string): void =>
    warn(`The web UI could not be opened in a browser: ${reason}. It is at ${url}.`)
  const isWindows = platform === 'win32'
  const child = spawn(program, [...args, url], {
    env,
    stdio: 'ignore',
    // Otherwise Ctrl+C would also end the browser.
    detached: !isWindows,
    windowsVerbatimArguments: isWindows,
  })
  child.on('error', ({ message }) => fail(message))
  child.on('exit', (code, signal) => {
    if (code !== 0) fail(`${program} ended with ${code ?? signal}`)
  })
  // Not earlier, because Deno cannot `unref` a program that failed to start.
  child.once('spawn', () => child.unref())
}
