// Opens the web UI in the browser of the desktop.
import { spawn } from 'node:child_process'

export interface OpenWebOptions {
  readonly url: string
  readonly platform: NodeJS.Platform
  /** The environment, whose PATH is searched for the opener. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Takes a sentence when it could not be opened. */
  readonly warn: (sentence: string) => void
}

/** The programs that know the browser, with their arguments in front of the address. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // The first argument of `start` that has quotes is a title.
  win32: ['cmd', '/c', 'start', '""'],
}

/** Returns at once. The browser goes on when this process ends. */
export function openWeb({ url, platform, env, warn }: OpenWebOptions): void {
  const [program, ...args] = openers[platform] ?? ['xdg-open']
  const fail = (reason: string): void =>
    warn(`The web UI could not be opened in a browser: ${reason}. It is at ${url}.`)
  const isWindows = platform === 'win32'
  const child = spawn(program, [...args, url], {
    env,
    stdio: 'ignore',
    // Otherwise Ctrl+C would end the browser as well.
    detached: !isWindows,
    windowsVerbatimArguments: isWindows,
  })
  child.on('error', ({ message }) => fail(message))
  child.on('exit', (code, signal) => {
    if (code !== 0) fail(`${program} ended with ${code ?? signal}`)
  })
  // Not before: on Deno a program that could not be started cannot be let go of.
  child.once('spawn', () => child.unref())
}
