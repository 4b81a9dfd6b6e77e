// What a user would notice: a tenth more than today, or half as much again where the runtime has a say. A
// limit that is reached says that something came along by mistake, or that a change has a price.

/** Bytes that these add to somebody's bundle, minified and with gzip. */
export const gzippedBytes = {
  client: 13_500,
  createClient: 11_600,
  createWire: 5_000,
  oneFunction: 300,
  // What it loads first. The engine of regular expressions, what sends webhooks, and the OpenAPI document
  // come later.
  service: 94_000,
  serviceInOneFile: 155_000,
  serviceWithoutRules: 59_500,
} as const

/** Bytes of the web UI's files as they are sent, with gzip. */
export const webBytes = {
  // The shell, the list of endpoints and the wire client.
  firstView: 39_500,
  // The editor is most of it. Decision 11 says so much.
  all: 200_000,
} as const

/** Packages that an installation of the server comes to, itself included. */
export const installedPackages = 19

/**
 * Files that a test loads with `createMockServer` of the server, Node's own aside. Each entry of core
 * splits what it shares with others into more of them, and so does what is loaded later.
 */
export const loadedFiles = 68

/** Promises of one read of a cached endpoint: by the `fetch` of the mock server, and over a socket. */
export const cachedReadPromises = { fetch: 29, socket: 1 } as const
