// What the build puts in.
declare const __VERSION__: string
declare const __SERVER_REPORTING_DSN__: string
declare const __CLIENT_REPORTING_DSN__: string

/** The version of the package. */
export const version: string = __VERSION__

/** The variables of the build's environment that apply to the start too. */
export const buildEnv: Readonly<Record<string, string>> = {
  SERVER_REPORTING_DSN: __SERVER_REPORTING_DSN__,
  CLIENT_REPORTING_DSN: __CLIENT_REPORTING_DSN__,
}
