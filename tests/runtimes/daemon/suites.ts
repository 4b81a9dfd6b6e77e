// Which of the daemon's tests run with the daemon on another runtime.

export interface Suites {
  /** Names them, in the table of differences too. */
  readonly of: 'the service' | 'reliability'
  /** The folder whose Vitest runs them, and that their names are relative to. */
  readonly folder: string
  /** Parts of the names of files. */
  readonly files: readonly string[]
  /** How many milliseconds they may take together. */
  readonly timeout: number
  /** Names of tests that say nothing about the daemon. */
  readonly leavesOut: RegExp
}

const minute = 60_000

/**
 * What it says, keeps, takes from a socket, a file and a terminal, and how it starts and ends: what
 * goes by the runtime. What it answers is the contract, which has files of its own.
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
 * kill -9, many delays, clients that mean no good. What damages files or traces system calls says
 * nothing new: LevelDB is the same native library everywhere.
 */
export const reliabilityFiles: Suites = {
  of: 'reliability',
  folder: 'tests/reliability',
  files: ['durability/ledger', 'hostile/limits', 'hostile/vectors'],
  timeout: 10 * minute,
  // Their daemons have defects, or tell of V8's memory, by a flag of Node. What nginx makes of a
  // request, it makes of it before any runtime.
  leavesOut:
    /the check finds|is noticed|is found out|are free again|does not make the daemon grow|through nginx/,
}
