// Types of a shell command: its arguments, its help, how its code is loaded, and its call.
import type { Client, Control } from '@mock-endpoint/core/client'
import type { ExitCode } from '../program/exit.ts'
import type { Given, Setting } from '../settings/setting.ts'
import type { Host } from '../terminal/host.ts'

export interface Command {
  /** The arguments as shown in help: `<name> [data]`. Default: none. */
  readonly args?: string
  /** Other names of the command. Default: none. */
  readonly aliases?: readonly string[]
  /** Its line in the list of commands. */
  readonly summary: string
  /** A sentence or two in the command's own help. */
  readonly description: string
  /** An example call, without the program's name. */
  readonly example: string
  readonly settings: readonly Setting[]
  load(): Promise<Run>
}

/** Runs a command to its exit code. Rejects with the `ExitError` or `Problem` that ends it. */
export type Run = (call: Call) => Promise<ExitCode>

/** The input and output of a command. */
export interface Call {
  readonly args: readonly string[]
  readonly given: Given
  readonly host: Host
  /** Whether to print JSON for programs instead of lines for people. */
  readonly json: boolean
  readonly colour: boolean
  /** The URL and clients of the daemon. Reading this property makes no call. */
  readonly daemon: Daemon
  /** Aborts on Ctrl+C or SIGTERM, and when the reader of the output ends. */
  readonly signal: AbortSignal
  /** Writes a line to the output. */
  print(line: string): void
  /** Writes a sentence for people to standard error. */
  say(sentence: string): void
}

export interface Daemon {
  readonly url: string
  readonly control: Control
  readonly client: Client
}
