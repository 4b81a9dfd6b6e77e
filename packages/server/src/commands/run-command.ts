// Runs a command of the shell: what it is called with, and how it ends.
import type { ExitCode } from '../program/exit.ts'
import { type Given, isOn } from '../settings/setting.ts'
import type { Host } from '../terminal/host.ts'
import { escaped } from '../terminal/json-line.ts'
import type { Command, Daemon } from './command.ts'
import { findDaemon, toExitError } from './daemon.ts'
import * as settings from './settings.ts'

export interface RunOptions {
  readonly args: readonly string[]
  readonly given: Given
  readonly host: Host
  readonly colour: boolean
  /** Takes a sentence for the person. */
  readonly say: (sentence: string) => void
}

/** Resolves to the exit code. Rejects with an `ExitError` when the daemon refuses or is not there. */
export async function runCommand(command: Command, options: RunOptions): Promise<ExitCode> {
  const { given, host } = options
  // Not every command calls one, so what says where it is may be wrong then.
  let daemon: Daemon | undefined
  const run = await command.load()
  try {
    return await run({
      ...options,
      get daemon() {
        daemon ??= findDaemon(given)
        return daemon
      },
      json: isOn(given, settings.json),
      signal: untilToldToStop(host),
      print: (line) => void host.stdout.write(`${printed(line, options.colour)}\n`),
    })
  } catch (error) {
    throw toExitError(error, daemon?.url ?? '')
  }
}

/** A reader of the output that leaves, such as `head`, ends it as well. */
function untilToldToStop({ events, stdout }: Host): AbortSignal {
  const end = new AbortController()
  const stop = (): void => end.abort()
  events.on('SIGINT', stop)
  events.on('SIGTERM', stop)
  stdout.on('error', stop)
  return end.signal
}

/**
 * A line with escapes, as JSON has them, for what could move the cursor, or hide or reorder the
 * characters around it: JSON stays the same value. Only the colours of `paint` remain, where there are
 * any.
 */
export function printed(line: string, colour: boolean): string {
  const text = line.replace(/\r\n?/g, '\n')
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character, offset: number) => {
    if (character === '\n' || character === '\t') return character
    if (colour && isColour(text.slice(offset, offset + longestColour))) return character
    return escaped(character)
  })
}

const longestColour = 5

/** Such as `ESC [ 3 1 m`. */
function isColour(text: string): boolean {
  return text.startsWith('\u001b') && /^\[\d\d?m/.test(text.slice(1))
}
