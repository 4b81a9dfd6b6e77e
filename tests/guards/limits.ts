// What a change may cost at most: today's figures with a few percent of room, or half as much again
// where the runtime has a say. Raise one with a reason, and lower it when it has become too wide.

/** Bytes of the files that importing the entry loads from its own package. */
export const bundleBytes = {
  // Both planes answer natively, and the control API is there as methods too. A path that is nearly
  // an endpoint's gets a hint. What clients can make it hold has limits. A body may come piece by
  // piece, or break off. Rules are checked member by member, matched, and laid over records.
  // Endpoints are listed in short and searched. The journal keeps what was answered.
  'core/index': 324_000,
  // It knows how much memory its endpoints and rules take, and the order of their names.
  'core/memory': 9_200,
  // It reads records as text, for which it has a JSON scanner. Its waits can be given up. It
  // writes rules, and reads their JSON as text.
  'core/client': 76_000,
  // It checks its options, and remembers the unmatched requests that its journal forgets.
  'core/mock': 382_000,
  // It reads bodies natively, also the rest of those that were refused, and names the mock servers
  // that nobody closed. It drops clients that do not read. It breaks connections off as rules say.
  'server/index': 20_000,
  // What it throws says what to do, and it knows when a test began. It reports unused rules, failed
  // functions and the seed.
  'vitest-plugin/index': 20_000,
} as const

/** Bytes of the page's files as they are sent, with gzip. */
export const pageBytes = {
  // The shell, the list of endpoints and the wire client, which brings the tables of operations and
  // problems.
  firstView: 37_000,
  // The editor is most of it.
  all: 170_000,
} as const

/** Packages that an installation of the server comes to, itself included. */
export const installedPackages = 19

/** Files that a test loads with `createMockServer` of the server, Node's own aside. */
export const loadedFiles = 44

/** What one read of a cached endpoint takes: by the `fetch` of the mock server, and over a socket. */
export const cachedRead = {
  fetch: { promises: 29, bytes: 35_000 },
  socket: { promises: 1, bytes: 14_000 },
} as const
