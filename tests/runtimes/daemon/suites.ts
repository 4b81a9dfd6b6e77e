// The tests of the daemon that also run with the daemon on other runtimes.

export interface Suites {
  /** The name of the suites, also in the table of differences. */
  readonly of: 'the service' | 'reliability'
  /** The folder in which Vitest runs them, and to which the names of the files are relative. */
  readonly folder: string
  /** Parts of file names. */
  readonly files: readonly string[]
  /** Milliseconds that all of them may take together. */
  readonly timeout: number
  /** Names of tests that do not test the runtime of the daemon. */
  readonly leavesOut: RegExp
}

const minute = 60_000

/**
 * Tests of what depends on the runtime: output, stored data, sockets, files, the terminal, start
 * and end. The responses are tested by the contract, which has its own files.
 */
export const serverFiles: Suites = {
  of: 'the service',
  folder: '',
  files: [
    'commands.test',
    'daemon.test',
    'exact-json.test',
    'exit-codes.test',
    'files-daemon.test',
    'framing.test',
    'journal-daemon.test',
    'raw-http.test',
    'requests-command.test',
    'shutdown.slow.test',
    'terminal.test',
    'transfer.test',
    'unread-output.test',
  ].map((file) => `packages/server/src/test/${file}`),
  timeout: 10 * minute,
  leavesOut: /(?!)/,
}

/**
 * kill -9, limits and hostile clients. Tests that damage files or trace system calls would find
 * nothing new, because LevelDB is the same native library everywhere.
 */
export const reliabilityFiles: Suites = {
  of: 'reliability',
  folder: 'tests/reliability',
  files: ['durability/ledger', 'hostile/limits', 'hostile/vectors'],
  timeout: 10 * minute,
  // These give the daemon defects, or read V8's memory, by a flag of Node. nginx handles a request
  // before any runtime does.
  leavesOut: /the check finds|through nginx/,
}
