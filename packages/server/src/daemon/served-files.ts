// A daemon that serves a folder or a file: its settings, and the messages about the files.
import { join } from 'node:path'
import { createFetch, type FileFault, Problem } from '@mock-endpoint/core'
import { createWire } from '@mock-endpoint/core/client'
import type { NextRules } from '../files/apply-mocks.ts'
import { findMocks, type MockPath } from '../files/mock-path.ts'
import { type OpenFiles, openFiles } from '../files/open-files.ts'
import type { RunningServer } from '../http/open-server.ts'
import { ExitError, exitCodes } from '../program/exit.ts'
import type { Flags } from '../settings/setting.ts'
import type { Settings } from '../settings/settings.ts'
import { settings as table } from '../settings/table.ts'
import type { Host } from '../terminal/host.ts'
import type { Printer } from '../terminal/output.ts'
import { forTerminal } from '../terminal/request-line.ts'
import { refuseWithStore } from './shared-store.ts'

interface Called {
  readonly args: readonly string[]
  readonly flags: Flags
}

export interface ServeSettings extends Settings {
  /** The folder or the file to serve. */
  readonly path: MockPath | undefined
}

/**
 * Adds the path to serve to the settings. Rejects with an `ExitError` if it cannot be served, or if
 * flags conflict with it.
 */
export async function withFiles(
  settings: Settings,
  { args: [given], flags }: Called,
  { cwd }: Host,
): Promise<ServeSettings> {
  const isGiven = {
    dataDir: dataDirFlag in flags,
    path: given !== undefined,
    staleLimit: '--stale-limit' in flags,
  }
  refuseWithStore(settings, isGiven)
  const [needsFiles] = ['--watch', '--write'].filter((flag) => flag in flags)
  if (given === undefined) {
    if (needsFiles === undefined) return { ...settings, path: undefined }
    throw refusal(`${needsFiles} needs files to serve: mock-endpoint mocks/ ${needsFiles}.`)
  }
  if (dataDirFlag in flags) {
    const instead = `Leave out ${dataDirFlag}; \`import\` puts files into the data folder of a running daemon.`
    throw refusal(`Endpoints that come from files are kept in the files. ${instead}`)
  }
  const path = await findMocks(given, cwd).catch((cause: Error) => {
    throw refusal(cause.message, cause)
  })
  return { ...settings, path }
}

const [dataDirFlag = ''] = table.dataDir.flag?.split(' ') ?? []

function refusal(message: string, cause?: unknown): ExitError {
  return new ExitError(exitCodes.badSetting, message, { cause })
}

export function openServedFiles(
  path: MockPath,
  { watch, write, memoryBytes }: Settings,
  printer: Printer,
): Promise<OpenFiles> {
  return openFiles({
    path,
    watches: watch,
    saves: write,
    memoryBytes,
    onFault: (fault) => printer.error(faultText(path, fault)),
    onChange(changed, gone) {
      if (changed.length > 0) printer.note(`Changed: ${listed(path, changed)}`)
      if (gone.length > 0) printer.note(`Gone: ${listed(path, gone)}`)
    },
    onError: (error) => printer.error(error instanceof Error ? error.message : String(error)),
  }).catch((error: Error) => {
    // An error without a cause is a bug of ours.
    throw error.cause === undefined ? error : refusal(error.message, error)
  })
}

/**
 * Returns a fault as `mocks/orders.json:3:5: Expected a value, found `}`.`, which editors turn into
 * a link.
 */
function faultText(path: MockPath, { file, line, column, detail }: FileFault): string {
  const place = line === undefined ? '' : `:${line}:${column}`
  return `${shown(path, file)}${place}: ${detail}`
}

/** Returns the path of a file as a user would type it where the daemon was started. */
function shown({ given, isFolder }: MockPath, file: string): string {
  return forTerminal(isFolder ? join(given, file) : given)
}

const mostNamed = 5

function listed(path: MockPath, files: readonly string[]): string {
  const named = files.slice(0, mostNamed).map((file) => shown(path, file))
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  return `${named.join(', ')}${more}`
}

/** Adds and removes temporary rules through the control API, as any other client does. */
export function nextRulesOf(
  { app, url }: RunningServer,
  { token }: Settings,
  { warn }: Printer,
): NextRules {
  const control = createWire({ url, token, fetch: createFetch(app) })
  return {
    add: (rule) => control.addRule(rule).then(() => {}, complain(warn)),
    // The rule may be used up, and so removed already.
    remove: (id) =>
      control.removeRule(id).then(
        () => {},
        complain(() => {}),
      ),
  }
}

function complain(warn: (message: string) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof Problem)) throw error
    warn(error.message)
  }
}
