// Runs the daemon from its start until it is told to stop.
import { resolve } from 'node:path'
import {
  createJournal,
  type EndpointStore,
  type StoreError,
  secretHeaders,
  sharingOf,
} from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { reasonOf } from '../data-folder/explain.ts'
import type { OpenFiles } from '../files/open-files.ts'
import { type ExitCode, exitCodes } from '../program/exit.ts'
import { otherRuntime } from '../program/runtime.ts'
import { stackOf } from '../program/stack-of.ts'
import { exitOn, flagNames } from '../program/store-exit.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { Host } from '../terminal/host.ts'
import { type Keys, listenToKeys } from '../terminal/keys.ts'
import { openWeb } from '../terminal/open-web.ts'
import type { Printer } from '../terminal/output.ts'
import { prepareHttps } from './https.ts'
import { createKeyCommands } from './key-commands.ts'
import { startReporting } from './reporting.ts'
import { nextRulesOf, openServedFiles, type ServeSettings, withFiles } from './served-files.ts'
import { openSharedStore, shownStore } from './shared-store.ts'
import { startListening } from './start-listening.ts'
import { untilStopped } from './until-stopped.ts'
import { type RequestWatch, watchRequests } from './watch-requests.ts'
import { loadWeb } from './web.ts'

export { readSettings, withFiles }

/** Serves until it is told to stop. Resolves to the exit code. */
export async function runDaemon(
  host: Host,
  settings: ServeSettings,
  printer: Printer,
): Promise<ExitCode> {
  const isElsewhere = settings.store !== undefined
  const isInMemory = settings.memory || settings.path !== undefined || isElsewhere
  const dataDir = isInMemory ? undefined : resolve(host.cwd, settings.dataDir)
  const [reporting, opened, web] = await Promise.all([
    settings.reportingDsn === undefined ? undefined : startReporting(settings.reportingDsn),
    openEndpoints(dataDir, settings, printer),
    loadWeb(settings.clientReportingDsn),
  ])
  const { store, files } = opened
  let keys: Keys | undefined
  try {
    const { https, caFile } = await prepareHttps(settings, host.cwd)
    const { journal, onRequest } = openJournal(store, settings, printer)
    const server = await startListening(settings, files?.ports() ?? new Map(), {
      store,
      https,
      dataDir: resolve(host.cwd, settings.dataDir),
      files: files?.files,
      journal,
      web,
      mcp: true,
      overrideGlobalObjects: true,
      onError(error, context) {
        printer.error(stackOf(error))
        reporting?.report(error, context)
      },
      ...(onRequest && { onRequest }),
    })
    const stop = untilStopped(host, (error) => printer.error(stackOf(error)), reporting)
    await files?.begin(nextRulesOf(server, settings, printer), (ports) => {
      server.setPorts(ports).catch((error: Error) => printer.error(error.message))
    })
    const endpoints = await store.count()
    // Browsers trust the certificate only after a user has told them to, so they get the HTTP URL.
    const url = server.url.replace(/^https/, 'http')
    const { platform, env } = host
    const { warn } = printer
    const open = (): void => openWeb({ url, platform, env, warn })
    const commands = createKeyCommands({
      openWeb: open,
      clearJournal: () =>
        void journal.clear().then(
          () => printer.note('The journal is empty.'),
          (error: Error) => printer.warn(error.message),
        ),
      quit: stop.ask,
      say: printer.note,
    })
    keys = takeKeys(host, settings, commands.press)
    printer.started(
      {
        url,
        https: settings.https ? server.url : undefined,
        ca: caFile,
        origins: server.origins.size > 0 ? Object.fromEntries(server.origins) : undefined,
        pid: host.pid,
        dataDir,
        store: settings.store && shownStore(settings.store),
        files: files?.files.health(),
        endpoints,
        runtime: otherRuntime(process.versions),
      },
      keys?.isListening() ? commands.summary : undefined,
    )
    if (settings.open) open()
    await stop.asked
    keys?.close()
    printer.stopping()
    await server.close()
    return exitCodes.clean
  } finally {
    keys?.close()
    await files?.close()
    await store.close()
    await reporting?.flush()
  }
}

interface Opened {
  readonly store: EndpointStore
  /** Only if the daemon serves files. */
  readonly files?: OpenFiles | undefined
}

async function openEndpoints(
  dataDir: string | undefined,
  settings: ServeSettings,
  printer: Printer,
): Promise<Opened> {
  const { path, memoryBytes, store } = settings
  if (path) {
    const files = await openServedFiles(path, settings, printer)
    return { store: files.store, files }
  }
  if (store !== undefined) return { store: await openSharedStore(store, settings, printer) }
  if (dataDir === undefined) return { store: createMemoryStore({ maxBytes: memoryBytes }) }
  return { store: await openStore(dataDir, settings, printer) }
}

/** Loads LevelDB only here, because a store in memory does not need it. */
async function openStore(
  folder: string,
  { minFree }: Settings,
  printer: Printer,
): Promise<EndpointStore> {
  const onTrouble = (reason: StoreError | undefined): void => {
    if (reason) printer.error(describeTrouble(reason))
    else printer.recovered()
  }
  const { openDataFolder } = await import('../data-folder/open.ts')
  const options = { minFree, onTrouble, say: printer.note, names: flagNames }
  return openDataFolder(folder, options).catch(exitOn)
}

type Journaled = Pick<RequestWatch, 'journal'> & Partial<RequestWatch>

/** Opens the journal, and if request lines are shown, the watch that prints them. */
function openJournal(store: EndpointStore, settings: Settings, printer: Printer): Journaled {
  const limits = {
    requests: settings.journalRequests,
    bytes: settings.journalBytes,
    bodyBytes: settings.journalBody,
    responseBytes: settings.journalResponse,
    masked: settings.showSecrets ? [] : secretHeaders,
  }
  const journal = sharingOf(store)?.openJournal(limits) ?? createJournal(limits)
  const showsAll = settings.json || settings.verbose
  return printer.request ? watchRequests(journal, printer.request, showsAll) : { journal }
}

/** Reads letters if stdin is a terminal and the output of their commands is visible. */
function takeKeys(
  { terminal, stdout, events }: Host,
  { json, quiet }: Settings,
  press: (key: string) => void,
): Keys | undefined {
  const isWatched = stdout.isTTY === true && !json && !quiet
  return terminal && isWatched ? listenToKeys({ terminal, events, press }) : undefined
}

/** Returns the message of a fault with the reason that the database or the disk gave. */
function describeTrouble(reason: StoreError): string {
  const said = reasonOf(reason)
  return said === reason.message ? said : `${reason.message} ${said}`
}
