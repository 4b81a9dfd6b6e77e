// A command of the shell, as data: what it takes, what help says of it, and how its code is loaded.
import type { Client, Control } from '@mock-endpoint/core/client'
import type { ExitCode } from '../program/exit.ts'
import type { Given, Setting } from '../settings/setting.ts'
import type { Host } from '../terminal/host.ts'

export interface Command {
  /** The arguments, as help writes them: `<name> [data]`. Default: none. */
  readonly args?: string
  /** Other names that it is called by. Default: none. */
  readonly aliases?: readonly string[]
  /** A line in the list of commands. */
  readonly summary: string
  /** A sentence or two in the command's own help. */
  readonly description: string
  /** What somebody would type, without the program's name. */
  readonly example: string
  readonly settings: readonly Setting[]
  load(): Promise<Run>
}

/** Resolves when the command is done. Rejects with the `ExitError`, or the problem, that ends it. */
export type Run = (call: Call) => Promise<ExitCode>

/** What a command is called with. */
export interface Call {
  readonly args: readonly string[]
  readonly given: Given
  readonly host: Host
  /** Whether it prints JSON for programs instead of lines for people. */
  readonly json: boolean
  readonly colour: boolean
  /** The daemon that is meant: where it is, and how to call it. Calls nobody by itself. */
  readonly daemon: Daemon
  /** Aborts at Ctrl+C, and when the reader of the output has left. */
  readonly signal: AbortSignal
  /** Writes a line to the output. */
  print(line: string): void
  /** Writes a sentence for the person beside the output. */
  say(sentence: string): void
}

export interface Daemon {
  readonly url: string
  readonly control: Control
  readonly client: Client
}
