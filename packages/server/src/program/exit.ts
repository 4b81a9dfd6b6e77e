// How the program ends: the codes, and the error that carries one with its line for the person.

export const exitCodes = {
  clean: 0,
  crash: 1,
  badSetting: 2,
  storeCorrupt: 3,
  storeInUse: 4,
  storeUnusable: 5,
  /** Nobody answers where a command looks for the daemon. */
  noDaemon: 6,
  /** What was waited for did not come in time. */
  timedOut: 7,
  /** The daemon says itself that it is not well. */
  degraded: 8,
  /** The receiver of a webhook did not take it. */
  notTaken: 9,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the program. `message` is one line: what is wrong, and what to do. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
