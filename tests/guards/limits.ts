// What a change may cost at most: today's figures with a few percent of room, or half as much again
// where the runtime has a say. Raise one with a reason, and lower it when it has become too wide.

/** Bytes of the files that importing the entry loads from its own package. */
export const bundleBytes = {
  // Both planes answer natively, and the control API is there as methods too. A path that is nearly
  // an endpoint's gets a hint. What clients can make it hold has limits. A body may come piece by
  // piece, or break off. Rules are checked member by member, found by their paths, matched with JSON
  // that is read without parsing it, and laid over records.
  // Endpoints are listed in short and searched. The journal keeps what was answered. Imports are cut
  // into records that are checked one by one, and are added all or none. It names the rules that
  // hold answers back, and those that cannot be read. What rules weigh is remembered, also of those
  // that are being written. A slash at the end of a path makes no difference unless a rule says so. A
  // function may leave a request to the rules behind its own. What an endpoint cannot say is proposed
  // as a rule. Texts are matched with regular expressions, whose engine is
  // loaded with the first one; forms and values within JSON are found. It knows other words for members.
  // JSON is the same, or includes what a rule names; stored rules with earlier words are converted.
  'core/index': 401_000,
  // It knows how much memory its endpoints and rules take, also many together, and the order of
  // their names.
  'core/memory': 10_800,
  // It opens its database again, shares transactions among writes, and tells other tabs of changes.
  'core/indexeddb': 28_000,
  // It cuts long texts into pieces. SQLite orders, counts and finds.
  'core/durable-object': 18_500,
  // It reads records as text, for which it has a JSON scanner. Its waits can be given up. It
  // writes rules, and reads their JSON as text. It has what the commands need, so that they do not
  // load the service: a guess at what was mistyped, and what errors say. It describes unmatched
  // requests first, and proposes rules as its own calls. It says in words what a rule matches.
  'core/client': 73_500,
  // It checks its options, remembers the unmatched requests that its journal forgets, and starts with
  // what files say. It knows what would have been answered before a reset. A
  // function may return a Response. WebSockets are refused as such.
  'core/mock': 462_500,
  // It reads bodies natively, also the rest of those that were refused, and names the mock servers
  // that nobody closed. It drops clients that do not read. It breaks connections off as rules say.
  // What reads files is loaded when files are given. It reads what came before it ends a connection.
  'server/index': 22_000,
  // What it throws says what to do, and it knows when a test began. It reports unused rules, failed
  // functions and the seed, and closes what a file that throws has started. With the server of a mock.
  'vitest-plugin/index': 43_000,
} as const

/** Bytes that these add to somebody's bundle, minified and with gzip. */
export const gzippedBytes = {
  client: 12_450,
  // It waits for requests and describes them when they do not come, writes and reads rules, refuses
  // what JSON cannot hold with its place, and keeps the text of data.
  createClient: 10_650,
  createWire: 4_600,
  oneFunction: 300,
  // What it loads first. The engine of regular expressions comes later.
  service: 80_500,
  serviceInOneFile: 127_000,
  serviceWithoutRules: 51_800,
} as const

/** Bytes of the page's files as they are sent, with gzip. */
export const pageBytes = {
  // The shell, the list of endpoints and the wire client, which brings the tables of operations and
  // problems.
  firstView: 36_500,
  // The editor is most of it. Texts of rules are kept and compared as endpoints are.
  all: 178_000,
} as const

/** Packages that an installation of the server comes to, itself included. */
export const installedPackages = 19

/**
 * Files that a test loads with `createMockServer` of the server, Node's own aside. Each entry of core
 * splits what it shares with others into more of them.
 */
export const loadedFiles = 52

/** Promises of one read of a cached endpoint: by the `fetch` of the mock server, and over a socket. */
export const cachedReadPromises = { fetch: 29, socket: 1 } as const
