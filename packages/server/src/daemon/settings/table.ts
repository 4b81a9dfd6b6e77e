// The tables of settings, of the daemon and of its subcommands: the flag, the variable, the meaning
// and the check of each.
import { DEFAULT_PORT } from '../../http/start-server.ts'
import {
  type Parse,
  parseAllowedHost,
  parseDsn,
  parseHost,
  parseOrigin,
  parsePort,
  parseRequests,
  parseSeed,
  parseSize,
  parseText,
  parseToken,
  parseUrl,
} from './parse-value.ts'

/** One line of the table: how a setting is given, what it means, how its text is read. */
export interface Setting<T = unknown> {
  readonly flag?: string
  readonly variable?: string
  readonly meaning: string
  readonly parse?: Parse<T>
  /** May be given several times; the variable takes a list with commas. */
  readonly isList?: boolean
}

/** A tebibyte. */
const largestFree = 2 ** 40

export const port: Setting<number> = {
  flag: '--port <number>',
  variable: 'MOCK_ENDPOINT_PORT',
  meaning: `port to listen on, 0 for any free one (default: ${DEFAULT_PORT})`,
  parse: parsePort,
}
export const host: Setting<string> = {
  flag: '--host <address>',
  variable: 'MOCK_ENDPOINT_HOST',
  meaning: 'address to listen on (default: 127.0.0.1 and ::1); repeatable',
  parse: parseHost,
  isList: true,
}
export const dataDir: Setting<string> = {
  flag: '--data-dir <folder>',
  variable: 'MOCK_ENDPOINT_DATA_DIR',
  meaning: 'where endpoints are kept (default: .mock-endpoint)',
  parse: parseText,
}
export const memory: Setting = { flag: '--memory', meaning: 'keep endpoints in memory only' }
export const minFree: Setting<number> = {
  flag: '--min-free <size>',
  variable: 'MOCK_ENDPOINT_MIN_FREE',
  meaning: 'how much of the disk adds leave free, 0 for nothing (default: 64MiB)',
  parse: (text) => parseSize(text, 0, largestFree),
}
export const token: Setting<string> = {
  flag: '--token <text>',
  variable: 'MOCK_ENDPOINT_TOKEN',
  meaning: 'what callers of the control API must send as Authorization: Bearer',
  parse: parseToken,
}
export const noToken: Setting = {
  flag: '--no-token',
  meaning: 'ask for no token, even beyond loopback',
}
export const allowedHost: Setting<string> = {
  flag: '--allowed-host <name>',
  variable: 'MOCK_ENDPOINT_ALLOWED_HOSTS',
  meaning: 'host that may call the control API, such as the name of a proxy; repeatable',
  parse: parseAllowedHost,
  isList: true,
}
export const allowOrigin: Setting<string> = {
  flag: '--allow-origin <origin>',
  variable: 'MOCK_ENDPOINT_ALLOW_ORIGINS',
  meaning: 'origin whose pages may read endpoints, * for all; repeatable',
  parse: parseOrigin,
  isList: true,
}
export const maxBody: Setting<number> = {
  flag: '--max-body <size>',
  variable: 'MOCK_ENDPOINT_MAX_BODY',
  meaning: 'largest body of an add, such as 500000, 64KiB, 20MiB (default: 10MiB)',
  parse: parseSize,
}
export const pendingBytes: Setting<number> = {
  flag: '--pending-bytes <size>',
  variable: 'MOCK_ENDPOINT_PENDING_BYTES',
  meaning: 'how many bytes of bodies are read and written at once (default: by the heap)',
  parse: parseSize,
}
export const memoryBytes: Setting<number> = {
  flag: '--memory-bytes <size>',
  variable: 'MOCK_ENDPOINT_MEMORY_BYTES',
  meaning: 'how much memory endpoints take with --memory (default: a quarter of the heap)',
  parse: parseSize,
}
export const journalRequests: Setting<number> = {
  flag: '--journal-requests <number>',
  variable: 'MOCK_ENDPOINT_JOURNAL_REQUESTS',
  meaning: 'how many requests the journal keeps, 0 for none (default: 1000)',
  parse: parseRequests,
}
export const journalBytes: Setting<number> = {
  flag: '--journal-bytes <size>',
  variable: 'MOCK_ENDPOINT_JOURNAL_BYTES',
  meaning: 'how much memory the journal may take (default: 16MiB)',
  parse: parseSize,
}
export const journalBody: Setting<number> = {
  flag: '--journal-body <size>',
  variable: 'MOCK_ENDPOINT_JOURNAL_BODY',
  meaning: 'how much of each body the journal keeps, 0 for nothing (default: 64KiB)',
  parse: (text) => parseSize(text, 0),
}
export const maxWaits: Setting<number> = {
  flag: '--max-waits <number>',
  variable: 'MOCK_ENDPOINT_MAX_WAITS',
  meaning: 'how many calls may wait for requests at once, 0 for none (default: 1000)',
  parse: parseRequests,
}
export const maxStreams: Setting<number> = {
  flag: '--max-streams <number>',
  variable: 'MOCK_ENDPOINT_MAX_STREAMS',
  meaning: 'how many event streams may be open at once, 0 for none (default: 16)',
  parse: parseRequests,
}
export const seed: Setting<number> = {
  flag: '--seed <number>',
  variable: 'MOCK_ENDPOINT_SEED',
  meaning: 'what chances and ranges of rules are drawn from (default: any; health tells it)',
  parse: parseSeed,
}
export const showSecrets: Setting = {
  flag: '--show-secrets',
  meaning: 'keep the values of Authorization, Cookie and the like in the journal',
}
export const behindProxy: Setting = {
  flag: '--behind-proxy',
  meaning: 'keep idle connections for 75 s instead of 5 s, as a proxy wants it',
}
export const quiet: Setting = { flag: '--quiet', meaning: 'print nothing but errors' }
export const json: Setting = { flag: '--json', meaning: 'print a JSON object a line' }
export const reportingDsn: Setting<string> = {
  variable: 'SERVER_REPORTING_DSN',
  meaning: 'where errors are reported to, a Sentry DSN (default: nowhere)',
  parse: parseDsn,
}

export const clientReportingDsn: Setting<string> = {
  variable: 'CLIENT_REPORTING_DSN',
  meaning: 'the same for errors of the page (default: nowhere)',
  parse: parseDsn,
}

/** Those of the daemon, in the order of `--help`. */
export const settings: readonly Setting[] = [
  port,
  host,
  dataDir,
  memory,
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
  seed,
  maxWaits,
  maxStreams,
  showSecrets,
  behindProxy,
  quiet,
  json,
  reportingDsn,
  clientReportingDsn,
]

export const url: Setting<string> = {
  flag: '--url <url>',
  meaning: `where the daemon is (default: localhost at MOCK_ENDPOINT_PORT or ${DEFAULT_PORT})`,
  parse: parseUrl,
}
export const sentToken: Setting<string> = {
  ...token,
  meaning: 'the token that the daemon was started with',
}
export const follow: Setting = {
  flag: '--follow',
  meaning: 'go on with those that come, until Ctrl+C',
}
export const endpoint: Setting<string> = {
  flag: '--endpoint <name>',
  meaning: 'only those of this endpoint',
  parse: parseText,
}

/** Those of `mock-endpoint requests`, which reads the variables of the port and the token too. */
export const requestsSettings: readonly Setting[] = [url, sentToken, follow, endpoint, json]

/** Those of `mock-endpoint repair`. */
export const repairSettings: readonly Setting[] = [
  { ...dataDir, meaning: 'the folder to repair (default: .mock-endpoint)' },
  { ...json, meaning: 'print the result as a JSON object' },
]
