// What the daemon was told, or its defaults.
import { DEFAULT_MIN_FREE } from '../data-folder/disk.ts'
import { DEFAULT_PORT } from '../http/default-port.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import { defaultMemoryBytes, defaultPendingBytes } from '../program/heap.ts'
import { type Given, givenValue, givenValues, isOn } from './given.ts'
import * as table from './table.ts'

/** In the working folder. */
export const DEFAULT_DATA_DIR = '.mock-endpoint'

export interface Settings {
  readonly port: number
  /** Addresses to listen on; `undefined` for both loopback ones. */
  readonly hosts: readonly string[] | undefined
  readonly dataDir: string
  readonly memory: boolean
  /** Where the store is that several daemons share. */
  readonly store: string | undefined
  /** For how many milliseconds it answers from its cache when it is cut off from that store. */
  readonly staleLimit: number | undefined
  /** Whether changes of the files that are served take effect at once. */
  readonly watch: boolean
  /** Whether what calls change is saved to those files. */
  readonly write: boolean
  /** How many bytes of the disk adds leave free. */
  readonly minFree: number
  readonly token: string | undefined
  /** Whether the caller said that there shall be no token. */
  readonly noToken: boolean
  readonly allowedHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly maxBody: number | undefined
  /** How many bytes of bodies are read and written at once. */
  readonly pendingBytes: number
  /** How many bytes endpoints may take in memory. */
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
  /** Whether the web UI is opened in a browser. */
  readonly open: boolean
  /** Whether a terminal shows control calls and those of the web UI. */
  readonly verbose: boolean
  readonly quiet: boolean
  readonly json: boolean
  readonly reportingDsn: string | undefined
  /** Where the web UI reports its errors to. */
  readonly clientReportingDsn: string | undefined
}

/** Throws the `ExitError` of a bad setting. */
export function readSettings(given: Given): Settings {
  const noToken = isOn(given, table.noToken)
  const settings: Settings = {
    port: givenValue(given, table.port) ?? DEFAULT_PORT,
    hosts: listOrNone([...new Set(givenValues(given, table.host))]),
    dataDir: givenValue(given, table.dataDir) ?? DEFAULT_DATA_DIR,
    memory: isOn(given, table.memory),
    store: givenValue(given, table.store),
    staleLimit: givenValue(given, table.staleLimit),
    watch: isOn(given, table.watch) || isOn(given, table.write),
    write: isOn(given, table.write),
    minFree: givenValue(given, table.minFree) ?? DEFAULT_MIN_FREE,
    token: noToken ? undefined : givenValue(given, table.token),
    noToken,
    allowedHosts: givenValues(given, table.allowedHost),
    allowOrigins: givenValues(given, table.allowOrigin),
    maxBody: givenValue(given, table.maxBody),
    pendingBytes: givenValue(given, table.pendingBytes) ?? defaultPendingBytes(),
    memoryBytes: givenValue(given, table.memoryBytes) ?? defaultMemoryBytes(),
    journalRequests: givenValue(given, table.journalRequests),
    journalBytes: givenValue(given, table.journalBytes),
    journalBody: givenValue(given, table.journalBody),
    journalResponse: givenValue(given, table.journalResponse),
    seed: givenValue(given, table.seed),
    maxWaits: givenValue(given, table.maxWaits),
    maxStreams: givenValue(given, table.maxStreams),
    showSecrets: isOn(given, table.showSecrets),
    behindProxy: isOn(given, table.behindProxy),
    open: isOn(given, table.open),
    verbose: isOn(given, table.verbose),
    quiet: isOn(given, table.quiet),
    json: isOn(given, table.json),
    reportingDsn: givenValue(given, table.reportingDsn),
    clientReportingDsn: givenValue(given, table.clientReportingDsn),
  }
  refuseOpenControl(settings)
  return settings
}

function listOrNone<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined
}

/** Anyone who can reach the port could change what it answers, so that must be intended. */
function refuseOpenControl({ hosts = [], token: given, noToken: without }: Settings): void {
  const open = hosts.find((address) => !/^(127(\.\d{1,3}){3}|::1|localhost)$/i.test(address))
  if (open === undefined || given !== undefined || without) return
  const message = `--host ${open} opens the control API to other machines: set --token, or --no-token if that is meant.`
  throw new ExitError(exitCodes.badSetting, message)
}
