// The parts of the process that the program uses, passed in as an argument.
import type { EventEmitter } from 'node:events'
import type { ExitCode } from '../program/exit.ts'
import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

type Stream = Output & Pick<EventEmitter, 'on'>

export interface Host {
  /** The arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly pid: number
  /** The working folder. */
  readonly cwd: string
  /** The terminal of stdin. `undefined` if stdin is not a terminal. */
  readonly terminal: Terminal | undefined
  /** The standard input, such as piped data. */
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: Stream
  readonly stderr: Stream
  /** Emits signals, `uncaughtException` and `unhandledRejection`. */
  readonly events: Pick<EventEmitter, 'on' | 'off'>
  /** Ends the process at once. */
  readonly exit: (code: ExitCode) => void
}
