// The table of the daemon's settings: the flag, the variable, the meaning and the check of each.
import { DEFAULT_PORT } from '../http/start-server.ts'
import {
  type Parse,
  parseAllowedHost,
  parseDsn,
  parseHost,
  parseOrigin,
  parsePort,
  parseSize,
  parseText,
  parseToken,
} from './values.ts'

/** One line of the table: how a setting is given, what it means, how its text is read. */
export interface Setting<T = unknown> {
  readonly flag?: string
  readonly variable?: string
  readonly meaning: string
  readonly parse?: Parse<T>
  /** May be given several times; the variable takes a list with commas. */
  readonly isList?: boolean
}

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

/** Read by the page, which runs no script yet: it has nothing to report. */
const clientReportingDsn: Setting<string> = {
  variable: 'CLIENT_REPORTING_DSN',
  meaning: 'the same for the page (default: nowhere)',
  parse: parseDsn,
}

/** All of them, in the order of `--help`. */
export const settings: readonly Setting[] = [
  port,
  host,
  dataDir,
  memory,
  token,
  noToken,
  allowedHost,
  allowOrigin,
  maxBody,
  behindProxy,
  quiet,
  json,
  reportingDsn,
  clientReportingDsn,
]
