// The tables of settings, of the daemon and of its subcommands: the flag, the variable, the meaning
// and the check of each.
import { DEFAULT_PORT } from '../http/default-port.ts'
import {
  type Parse,
  parseAllowedHost,
  parseDsn,
  parseDuration,
  parseHost,
  parseOrigin,
  parsePort,
  parseRequests,
  parseSeed,
  parseSize,
  parseStore,
  parseText,
  parseToken,
} from './parse-value.ts'

/** One line of the table: how a setting is given, what it means, how its text is read. */
export interface Setting<T = unknown> {
  readonly flag?: string
  /** Another way to write the flag, such as `-p`. */
  readonly short?: string
  readonly variable?: string
  readonly meaning: string
  readonly parse?: Parse<T>
  /** May be given several times; the variable takes a list with commas. */
  readonly isList?: boolean
  /** It is not quoted when it is wrong. */
  readonly isSecret?: boolean
  /** Whether the first help shows it, which fits one screen. */
  readonly isCommon?: boolean
}

/** A tebibyte. */
const largestFree = 2 ** 40

export const port: Setting<number> = {
  flag: '--port <number>',
  short: '-p',
  variable: 'MOCK_ENDPOINT_PORT',
  meaning: `port to listen on, 0 for any (default: ${DEFAULT_PORT})`,
  parse: parsePort,
  isCommon: true,
}
export const host: Setting<string> = {
  flag: '--host <address>',
  variable: 'MOCK_ENDPOINT_HOST',
  meaning: 'address (default: 127.0.0.1 and ::1); repeatable',
  parse: parseHost,
  isList: true,
  isCommon: true,
}
export const dataDir: Setting<string> = {
  flag: '--data-dir <folder>',
  variable: 'MOCK_ENDPOINT_DATA_DIR',
  meaning: 'keeps the endpoints (default: .mock-endpoint)',
  parse: parseText,
  isCommon: true,
}
export const store: Setting<string> = {
  flag: '--store <url>',
  variable: 'MOCK_ENDPOINT_STORE',
  meaning: 'Redis for many daemons, redis://… (default: none)',
  parse: parseStore,
  isSecret: true,
}
export const staleLimit: Setting<number> = {
  flag: '--stale-limit <time>',
  variable: 'MOCK_ENDPOINT_STALE_LIMIT',
  meaning: 'how long to answer without Redis (default: 3s)',
  parse: parseDuration,
}
export const memory: Setting = {
  flag: '--memory',
  meaning: 'keep endpoints in memory only',
  isCommon: true,
}
export const watch: Setting = {
  flag: '--watch',
  meaning: 'follow changes of the files that are served',
  isCommon: true,
}
export const write: Setting = {
  flag: '--write',
  meaning: 'like --watch, and save changes by web UI or API',
  isCommon: true,
}
export const minFree: Setting<number> = {
  flag: '--min-free <size>',
  variable: 'MOCK_ENDPOINT_MIN_FREE',
  meaning: 'disk space that adds leave free (default: 64MiB)',
  parse: (text) => parseSize(text, 0, largestFree),
}
export const token: Setting<string> = {
  flag: '--token <text>',
  variable: 'MOCK_ENDPOINT_TOKEN',
  meaning: 'bearer token that the control API asks for',
  parse: parseToken,
  isSecret: true,
  isCommon: true,
}
export const noToken: Setting = {
  flag: '--no-token',
  meaning: 'ask for no token, even beyond loopback',
}
export const allowedHost: Setting<string> = {
  flag: '--allowed-host <name>',
  variable: 'MOCK_ENDPOINT_ALLOWED_HOSTS',
  meaning: 'Host that may call the control API; repeatable',
  parse: parseAllowedHost,
  isList: true,
}
export const allowOrigin: Setting<string> = {
  flag: '--allow-origin <origin>',
  variable: 'MOCK_ENDPOINT_ALLOW_ORIGINS',
  meaning: 'Origin that may read endpoints; repeatable',
  parse: parseOrigin,
  isList: true,
}
export const maxBody: Setting<number> = {
  flag: '--max-body <size>',
  variable: 'MOCK_ENDPOINT_MAX_BODY',
  meaning: 'largest body of an add (default: 10MiB)',
  parse: parseSize,
}
export const pendingBytes: Setting<number> = {
  flag: '--pending-bytes <size>',
  variable: 'MOCK_ENDPOINT_PENDING_BYTES',
  meaning: 'size of all bodies under way (default: by heap)',
  parse: parseSize,
}
export const memoryBytes: Setting<number> = {
  flag: '--memory-bytes <size>',
  variable: 'MOCK_ENDPOINT_MEMORY_BYTES',
  meaning: 'memory of endpoints (default: 1/4 of the heap)',
  parse: parseSize,
}
export const journalRequests: Setting<number> = {
  flag: '--journal-requests <number>',
  variable: 'MOCK_ENDPOINT_JOURNAL_REQUESTS',
  meaning: 'requests that the journal keeps (default: 1000)',
  parse: parseRequests,
}
export const journalBytes: Setting<number> = {
  flag: '--journal-bytes <size>',
  variable: 'MOCK_ENDPOINT_JOURNAL_BYTES',
  meaning: 'memory of the journal (default: 16MiB)',
  parse: parseSize,
}
export const journalBody: Setting<number> = {
  flag: '--journal-body <size>',
  variable: 'MOCK_ENDPOINT_JOURNAL_BODY',
  meaning: 'what it keeps of each body (default: 64KiB)',
  parse: (text) => parseSize(text, 0),
}
export const journalResponse: Setting<number> = {
  flag: '--journal-response <size>',
  variable: 'MOCK_ENDPOINT_JOURNAL_RESPONSE',
  meaning: 'what it keeps of each response (default: 8KiB)',
  parse: (text) => parseSize(text, 0),
}
export const maxWaits: Setting<number> = {
  flag: '--max-waits <number>',
  variable: 'MOCK_ENDPOINT_MAX_WAITS',
  meaning: 'calls that may wait for requests (default: 1000)',
  parse: parseRequests,
}
export const maxStreams: Setting<number> = {
  flag: '--max-streams <number>',
  variable: 'MOCK_ENDPOINT_MAX_STREAMS',
  meaning: 'event streams open at once (default: 16)',
  parse: parseRequests,
}
export const seed: Setting<number> = {
  flag: '--seed <number>',
  variable: 'MOCK_ENDPOINT_SEED',
  meaning: 'seed of the chances in rules (default: any)',
  parse: parseSeed,
}
export const showSecrets: Setting = {
  flag: '--show-secrets',
  meaning: 'keep Authorization, Cookie, … in the journal',
}
export const behindProxy: Setting = {
  flag: '--behind-proxy',
  meaning: 'keep idle connections for 75 s, as proxies want',
}
export const open: Setting = {
  flag: '--open',
  meaning: 'open the web UI in the browser',
  isCommon: true,
}
export const verbose: Setting = {
  flag: '--verbose',
  meaning: 'show control calls and those of the web UI too',
}
export const quiet: Setting = { flag: '--quiet', meaning: 'print nothing but errors' }
export const json: Setting = { flag: '--json', meaning: 'print one JSON object per line' }
export const reportingDsn: Setting<string> = {
  variable: 'SERVER_REPORTING_DSN',
  meaning: 'Sentry DSN for error reports (default: none)',
  parse: parseDsn,
}

export const clientReportingDsn: Setting<string> = {
  variable: 'CLIENT_REPORTING_DSN',
  meaning: 'the same for errors of the web UI (default: none)',
  parse: parseDsn,
}

/** Those of the daemon, in the order of `--help`. */
export const settings: readonly Setting[] = [
  port,
  host,
  dataDir,
  memory,
  store,
  staleLimit,
  watch,
  write,
  minFree,
  token,
  noToken,
  allowedHost,
  allowOrigin,
  maxBody,
  pendingBytes,
  memoryBytes,
  journalRequests,
  journalBytes,
  journalBody,
  journalResponse,
  seed,
  maxWaits,
  maxStreams,
  showSecrets,
  behindProxy,
  open,
  verbose,
  quiet,
  json,
  reportingDsn,
  clientReportingDsn,
]
