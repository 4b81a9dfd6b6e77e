// How the program ends: the exit codes, and an error with an exit code and a message for the user.

export const exitCodes = {
  clean: 0,
  crash: 1,
  badSetting: 2,
  storeCorrupt: 3,
  storeInUse: 4,
  storeUnusable: 5,
  /** A command cannot reach the daemon at its URL. */
  noDaemon: 6,
  /** A wait timed out, or a command was interrupted. */
  timedOut: 7,
  /** The daemon reports that it is degraded, or an export is incomplete. */
  degraded: 8,
  /** The receiver of a webhook did not accept it. */
  notTaken: 9,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the program. `message` is one line that says what is wrong and what to do. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
