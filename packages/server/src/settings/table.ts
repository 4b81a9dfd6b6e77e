// The table of the daemon's settings: the flag, variable, meaning, parser and default of each.
import { DEFAULT_MIN_FREE } from '../data-folder/disk.ts'
import { DEFAULT_PORT } from '../http/default-port.ts'
import { defaultMemoryBytes, defaultPendingBytes } from '../program/heap.ts'
import {
  parseAllowedHost,
  parseDsn,
  parseDuration,
  parseForwardHost,
  parseHost,
  parseOrigin,
  parsePort,
  parsePortOfEndpoint,
  parseRequests,
  parseSeed,
  parseSize,
  parseStore,
  parseText,
  parseToken,
} from './parse-value.ts'
import { flag, list, optional, type Setting, type SettingOf, value } from './setting.ts'
import type { Settings } from './settings.ts'

/** One tebibyte. */
const largestFree = 2 ** 40

/** The meaning of two variables: for the daemon, and for the web UI. */
const reports = 'Sentry DSNs (default: none)'

/** In the order of `--help`. */
export const settings: { readonly [Name in keyof Settings]: SettingOf<Settings[Name]> } = {
  port: value(() => DEFAULT_PORT, {
    flag: '--port <number>',
    short: '-p',
    variable: 'MOCK_ENDPOINT_PORT',
    meaning: `port to listen on, 0 for any (default: ${DEFAULT_PORT})`,
    parse: parsePort,
    isCommon: true,
  }),
  hosts: list({
    flag: '--host <address>',
    variable: 'MOCK_ENDPOINT_HOST',
    meaning: 'address (default: 127.0.0.1 and ::1); repeatable',
    parse: parseHost,
    isCommon: true,
  }),
  serve: list({
    flag: '--serve <name=port>',
    variable: 'MOCK_ENDPOINT_SERVE',
    meaning: 'port whose root is that endpoint; repeatable',
    parse: parsePortOfEndpoint,
  }),
  dataDir: value(() => '.mock-endpoint', {
    flag: '--data-dir <folder>',
    variable: 'MOCK_ENDPOINT_DATA_DIR',
    meaning: 'keeps the endpoints (default: .mock-endpoint)',
    parse: parseText,
    isCommon: true,
  }),
  https: flag({ flag: '--https', meaning: 'answer HTTPS too, on the same ports', isCommon: true }),
  cert: optional({
    flag: '--cert <file>',
    meaning: 'certificate for HTTPS, in PEM (default: our own)',
    parse: parseText,
  }),
  key: optional({
    flag: '--key <file>',
    meaning: 'key of that certificate, in PEM',
    parse: parseText,
  }),
  memory: flag({ flag: '--memory', meaning: 'keep endpoints in memory only', isCommon: true }),
  store: optional({
    flag: '--store <url>',
    variable: 'MOCK_ENDPOINT_STORE',
    meaning: 'Redis for many daemons, redis://… (default: none)',
    parse: parseStore,
    isSecret: true,
  }),
  staleLimit: optional({
    flag: '--stale-limit <time>',
    variable: 'MOCK_ENDPOINT_STALE_LIMIT',
    meaning: 'how long to serve without Redis (default: 3s)',
    parse: parseDuration,
  }),
  watch: flag({
    flag: '--watch',
    meaning: 'follow changes of the files that are served',
    isCommon: true,
  }),
  write: flag({
    flag: '--write',
    meaning: 'like --watch, and save changes by web UI or API',
    isCommon: true,
  }),
  minFree: value(() => DEFAULT_MIN_FREE, {
    flag: '--min-free <size>',
    variable: 'MOCK_ENDPOINT_MIN_FREE',
    meaning: 'disk space that adds leave free (default: 64MiB)',
    parse: (text) => parseSize(text, 0, largestFree),
  }),
  token: optional({
    flag: '--token <text>',
    variable: 'MOCK_ENDPOINT_TOKEN',
    meaning: 'bearer token of the control API',
    parse: parseToken,
    isSecret: true,
    isCommon: true,
  }),
  noToken: flag({ flag: '--no-token', meaning: 'require no token, even beyond loopback' }),
  allowedHosts: list({
    flag: '--allowed-host <name>',
    variable: 'MOCK_ENDPOINT_ALLOWED_HOSTS',
    meaning: 'Host that may call the control API; repeatable',
    parse: parseAllowedHost,
  }),
  allowOrigins: list({
    flag: '--allow-origin <origin>',
    variable: 'MOCK_ENDPOINT_ALLOW_ORIGINS',
    meaning: 'Origin that may read endpoints; repeatable',
    parse: parseOrigin,
  }),
  allowForward: list({
    flag: '--allow-forward <host>',
    variable: 'MOCK_ENDPOINT_ALLOW_FORWARD',
    meaning: 'host that rules may forward to; repeatable',
    parse: parseForwardHost,
  }),
  allowSend: list({
    flag: '--allow-send <host>',
    variable: 'MOCK_ENDPOINT_ALLOW_SEND',
    meaning: 'host that webhooks may be sent to; repeatable',
    parse: parseForwardHost,
  }),
  maxBody: optional({
    flag: '--max-body <size>',
    variable: 'MOCK_ENDPOINT_MAX_BODY',
    meaning: 'largest body of an add (default: 10MiB)',
    parse: parseSize,
  }),
  pendingBytes: value(defaultPendingBytes, {
    flag: '--pending-bytes <size>',
    variable: 'MOCK_ENDPOINT_PENDING_BYTES',
    meaning: 'size of all bodies under way (default: by heap)',
    parse: parseSize,
  }),
  memoryBytes: value(defaultMemoryBytes, {
    flag: '--memory-bytes <size>',
    variable: 'MOCK_ENDPOINT_MEMORY_BYTES',
    meaning: 'memory of endpoints (default: 1/4 of the heap)',
    parse: parseSize,
  }),
  journalRequests: optional({
    flag: '--journal-requests <number>',
    variable: 'MOCK_ENDPOINT_JOURNAL_REQUESTS',
    meaning: 'requests that the journal keeps (default: 1000)',
    parse: parseRequests,
  }),
  journalBytes: optional({
    flag: '--journal-bytes <size>',
    variable: 'MOCK_ENDPOINT_JOURNAL_BYTES',
    meaning: 'memory of the journal (default: 16MiB)',
    parse: parseSize,
  }),
  journalBody: optional({
    flag: '--journal-body <size>',
    variable: 'MOCK_ENDPOINT_JOURNAL_BODY',
    meaning: 'size kept of each body (default: 64KiB)',
    parse: (text) => parseSize(text, 0),
  }),
  journalResponse: optional({
    flag: '--journal-response <size>',
    variable: 'MOCK_ENDPOINT_JOURNAL_RESPONSE',
    meaning: 'size kept of each response (default: 8KiB)',
    parse: (text) => parseSize(text, 0),
  }),
  seed: optional({
    flag: '--seed <number>',
    variable: 'MOCK_ENDPOINT_SEED',
    meaning: 'seed of the chances in rules (default: random)',
    parse: parseSeed,
  }),
  maxWaits: optional({
    flag: '--max-waits <number>',
    variable: 'MOCK_ENDPOINT_MAX_WAITS',
    meaning: 'calls that may wait for requests (default: 1000)',
    parse: parseRequests,
  }),
  maxStreams: optional({
    flag: '--max-streams <number>',
    variable: 'MOCK_ENDPOINT_MAX_STREAMS',
    meaning: 'event streams open at once (default: 16)',
    parse: parseRequests,
  }),
  showSecrets: flag({
    flag: '--show-secrets',
    meaning: 'keep Authorization, Cookie, … in the journal',
  }),
  behindProxy: flag({
    flag: '--behind-proxy',
    meaning: 'keep idle connections for 75 s, as proxies want',
  }),
  open: flag({ flag: '--open', meaning: 'open the web UI in the browser', isCommon: true }),
  verbose: flag({ flag: '--verbose', meaning: 'show control calls and those of the web UI too' }),
  quiet: flag({ flag: '--quiet', meaning: 'print nothing but errors' }),
  json: flag({ flag: '--json', meaning: 'print one JSON object per line' }),
  reportingDsn: optional({
    variable: 'SERVER_REPORTING_DSN',
    meaning: reports,
    parse: parseDsn,
  }),
  clientReportingDsn: optional({
    variable: 'CLIENT_REPORTING_DSN',
    meaning: reports,
    parse: parseDsn,
  }),
}

export const allSettings: readonly Setting[] = Object.values(settings)
