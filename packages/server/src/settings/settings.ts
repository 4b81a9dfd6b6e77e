import type { PortOfEndpoint } from './parse-value.ts'

/** The settings of the daemon, given or default. */
export interface Settings {
  readonly port: number
  /** `undefined` for both loopback addresses. */
  readonly hosts: readonly string[] | undefined
  readonly serve: readonly PortOfEndpoint[]
  readonly dataDir: string
  /** Also true if a certificate is given. */
  readonly https: boolean
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly memory: boolean
  readonly store: string | undefined
  /** In milliseconds, like all times. Sizes are in bytes. */
  readonly staleLimit: number | undefined
  readonly watch: boolean
  readonly write: boolean
  readonly minFree: number
  readonly token: string | undefined
  readonly noToken: boolean
  readonly allowedHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly allowForward: readonly string[]
  readonly allowSend: readonly string[]
  readonly maxBody: number | undefined
  readonly pendingBytes: number
  readonly memoryBytes: number
  readonly journalRequests: number | undefined
  readonly journalBytes: number | undefined
  readonly journalBody: number | undefined
  readonly journalResponse: number | undefined
  readonly seed: number | undefined
  readonly maxWaits: number | undefined
  readonly maxStreams: number | undefined
  readonly showSecrets: boolean
  readonly behindProxy: boolean
  readonly open: boolean
  readonly verbose: boolean
  readonly quiet: boolean
  readonly json: boolean
  readonly reportingDsn: string | undefined
  readonly clientReportingDsn: string | undefined
}
