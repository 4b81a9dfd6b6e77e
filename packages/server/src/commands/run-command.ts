// Runs a shell command, escapes its output, and turns its errors into messages for people.
import { codeOf } from '@mock-endpoint/core/client'
import { type ExitCode, ExitError, exitCodes } from '../program/exit.ts'
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
  /** Called with a sentence for people. */
  readonly say: (sentence: string) => void
}

/** Resolves to the exit code. Rejects with an `ExitError` if the daemon refuses or is not there. */
export async function runCommand(command: Command, options: RunOptions): Promise<ExitCode> {
  const { given, host } = options
  // Looked up on first use, because its settings may be invalid if the command calls no daemon.
  let daemon: Daemon | undefined
  const run = await command.load()
  let lost: unknown
  host.stdout.on('error', (error) => {
    // A reader that disconnects, as `head` does, has all that it wants.
    if (codeOf(error) !== 'EPIPE') lost ??= error
  })
  try {
    const code = await run({
      ...options,
      get daemon() {
        daemon ??= findDaemon(given)
        return daemon
      },
      json: isOn(given, settings.json),
      signal: untilToldToStop(host),
      print: (line) => void host.stdout.write(`${printed(line, options.colour)}\n`),
    })
    // The error of the last write is emitted in a later turn.
    await new Promise(setImmediate)
    if (lost === undefined) return code
  } catch (error) {
    if (lost === undefined) throw toExitError(error, daemon?.url ?? '')
  }
  const sentence = `The output cannot be written (${codeOf(lost) ?? lost}).`
  throw new ExitError(exitCodes.badSetting, sentence, { cause: lost })
}

/** Aborts on SIGINT, SIGTERM, and when the reader of the output ends, as `head` does. */
function untilToldToStop({ events, stdout }: Host): AbortSignal {
  const end = new AbortController()
  const stop = (): void => end.abort()
  events.on('SIGINT', stop)
  events.on('SIGTERM', stop)
  stdout.on('error', stop)
  return end.signal
}

/**
 * Replaces characters that could move the cursor, or hide or reorder text, with JSON escapes, so
 * that JSON keeps its value. Only the colours of `paint` remain, if `colour` is set.
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

/** Whether a text begins with a colour such as `ESC [ 3 1 m`. */
function isColour(text: string): boolean {
  return text.startsWith('\u001b') && /^\[\d\d?m/.test(text.slice(1))
}
