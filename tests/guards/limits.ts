// Limits of sizes that users notice: a tenth above today's, or half above if the runtime matters.
// Reaching a limit means that something was included by mistake, or that a change has a price.

/** Limits of the bytes that these programs add to a user's bundle, minified and with gzip. */
export const gzippedBytes = {
  client: 14_300,
  createClient: 12_400,
  createWire: 5_000,
  oneFunction: 300,
  // Only the files that load first. The regular expression engine, the webhook sender and the
  // OpenAPI document load later.
  service: 97_000,
  serviceInOneFile: 157_200,
  serviceWithoutRules: 60_000,
} as const

/** Limits of the bytes of the web UI's files as they are sent, with gzip. */
export const webBytes = {
  // The shell, the list of endpoints and the wire client.
  firstView: 39_500,
  // Most of it is the editor. This is the limit of decision 11.
  all: 200_000,
} as const

/** Limit of the packages in an installation of the server, including itself. */
export const installedPackages = 19

/**
 * Limit of the files that a test loads with the server's `createMockServer`, without Node's own.
 * Each entry of core splits the code that it shares with others into more files, and so does code
 * that loads later.
 */
export const loadedFiles = 69

/** Limits of the promises of one cached read, by the mock server's `fetch` and over a socket. */
export const cachedReadPromises = { fetch: 29, socket: 1 } as const
