// Values that the build inserts.
declare const __VERSION__: string
declare const __SERVER_REPORTING_DSN__: string
declare const __CLIENT_REPORTING_DSN__: string

/** The version of the package. */
export const version: string = __VERSION__

/** Variables of the build's environment. They are defaults for the environment of the program. */
export const buildEnv: Readonly<Record<string, string>> = {
  SERVER_REPORTING_DSN: __SERVER_REPORTING_DSN__,
  CLIENT_REPORTING_DSN: __CLIENT_REPORTING_DSN__,
}
