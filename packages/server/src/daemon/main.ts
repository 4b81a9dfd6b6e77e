// The daemon from its first word to its exit code. Everything of the process comes in as an argument.
import type { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { startServer } from '../http/start-server.ts'
import { openDataFolder } from './data-folder.ts'
import { readEnvFile } from './env-file.ts'
import { type ExitCode, ExitError, exitCodes } from './exit.ts'
import { createPrinter, type Output, type Printer } from './output.ts'
import { loadPage } from './page.ts'
import { type Reporting, startReporting } from './reporting.ts'
import { readSettings, type Settings } from './settings.ts'

type Stream = Output & Pick<EventEmitter, 'on'>

/** What the daemon needs of its process. */
export interface Host {
  /** What stands behind the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working folder. */
  readonly cwd: string
  readonly stdout: Stream
  readonly stderr: Stream
  /** Emits `SIGINT`, `SIGTERM`, `uncaughtException` and `unhandledRejection`. */
  readonly events: Pick<EventEmitter, 'on'>
  /** Ends the process at once. */
  readonly exit: (code: ExitCode) => void
}

/** Runs the daemon until it is told to stop. Resolves to the exit code. */
export async function main(host: Host): Promise<ExitCode> {
  const { stdout, stderr } = host
  // Whoever read along may be gone; that is no reason to stop serving.
  for (const output of [stdout, stderr]) output.on('error', () => {})
  let printer = createPrinter({ stdout, stderr, quiet: false, json: false, colour: false })
  try {
    const env = { ...readEnvFile(host.cwd), ...host.env }
    const settings = readSettings({ argv: host.argv, env, print: (text) => stdout.write(text) })
    if (!settings) return exitCodes.clean
    const colour = stdout.isTTY === true && !env['NO_COLOR']
    printer = createPrinter({ ...settings, stdout, stderr, colour })
    return await serve(host, settings, printer)
  } catch (error) {
    printer.error(error instanceof ExitError ? error.message : describe(error))
    return error instanceof ExitError ? error.code : exitCodes.crash
  }
}

async function serve(host: Host, settings: Settings, printer: Printer): Promise<ExitCode> {
  const dataDir = settings.memory ? undefined : resolve(host.cwd, settings.dataDir)
  const [reporting, store, page] = await Promise.all([
    settings.reportingDsn === undefined ? undefined : startReporting(settings.reportingDsn),
    dataDir === undefined ? createMemoryStore() : openDataFolder(dataDir),
    loadPage(),
  ])
  try {
    const server = await startServer({
      ...settings,
      store,
      page,
      overrideGlobalObjects: true,
      onError(error, context) {
        printer.error(describe(error))
        reporting?.report(error, context)
      },
      ...(printer.onRequest && { onRequest: printer.onRequest }),
    }).catch(explainListen(settings.port))
    const asked = untilAskedToStop(host, printer, reporting)
    printer.started({ url: server.url, dataDir, endpoints: await store.count() })
    await asked
    printer.stopping()
    await server.close()
    return exitCodes.clean
  } finally {
    await store.close()
    await reporting?.flush()
  }
}

/** A second signal ends the process at once; so does, once reported, an error nobody caught. */
function untilAskedToStop(host: Host, printer: Printer, reporting?: Reporting): Promise<void> {
  let isCrashing = false
  const crash = (error: unknown): void => {
    if (isCrashing) return
    isCrashing = true
    printer.error(describe(error))
    reporting?.report(error)
    void (reporting?.flush() ?? Promise.resolve()).finally(() => host.exit(exitCodes.crash))
  }
  host.events.on('uncaughtException', crash)
  host.events.on('unhandledRejection', crash)
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (): void => {
      if (isStopping) host.exit(exitCodes.crash)
      isStopping = true
      resolve()
    }
    host.events.on('SIGINT', stop)
    host.events.on('SIGTERM', stop)
  })
}

function explainListen(port: number): (error: unknown) => never {
  return (cause) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${port} is in use. Stop what uses it, or choose another with --port (0 takes any free one).`,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
      EADDRNOTAVAIL: 'The address given with --host is none of this machine.',
      ENOTFOUND: 'The name given with --host is not known; give an address of this machine.',
    }
    const message = reasons[String(code)]
    throw message === undefined ? cause : new ExitError(exitCodes.badSetting, message, { cause })
  }
}

/** All that helps to find the fault: the stack, or what was thrown. */
function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
