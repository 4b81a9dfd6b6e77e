// How the daemon ends: the codes, and the error that carries one with its line for the person.

export const exitCodes = {
  clean: 0,
  crash: 1,
  badSetting: 2,
  storeCorrupt: 3,
  storeInUse: 4,
  storeUnusable: 5,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the daemon. `message` is one line: what is wrong, and what to do. */
export class ExitError extends Error {
  override readonly name = 'ExitError'
  readonly code: ExitCode

  constructor(code: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
