// `mock-endpoint export`: writes all endpoints and rules to a file, or to standard output.
import { resolve } from 'node:path'
import type { Endpoint } from '@mock-endpoint/core'
import { codeOf, type ListedRule, pages } from '@mock-endpoint/core/client'
import { type RecordFormat, writeRecords } from '@mock-endpoint/core/transfer'
import { createWholeFile, type WholeFile } from '../../files/whole-file.ts'
import { ExitError, exitCodes } from '../../program/exit.ts'
import { isOn } from '../../settings/setting.ts'
import type { Host } from '../../terminal/host.ts'
import { forTerminal } from '../../terminal/request-line.ts'
import type { Daemon, Run } from '../command.ts'
import * as settings from '../settings.ts'
import { counted, countedRecords } from '../words.ts'
import { createProgress } from './progress.ts'
import { hasLinesName } from './record-file.ts'

export const exportRecords: Run = async (call) => {
  const { args, given, host, daemon, json, signal, print, say } = call
  const name = args[0] === '-' ? undefined : args[0]
  const isLines = isOn(given, settings.lines) || (name !== undefined && hasLinesName(name))
  const format: RecordFormat = isLines ? 'lines' : 'document'
  const progress = createProgress(host.stderr, !json && name !== undefined)
  const found: Found = { endpoints: 0, rules: 0, unreadable: 0, withoutRules: 0 }
  const count = (kind: 'endpoints' | 'rules'): void => {
    found[kind] += 1
    progress.show(`Exporting … ${countedRecords(found)}`)
  }
  const records = {
    endpoints: allEndpoints(daemon, found, () => count('endpoints'), signal),
    rules: allRules(daemon, found, () => count('rules'), signal),
  }
  // Fails before it creates a file if the daemon does not respond.
  await daemon.control.getHealth(undefined, signal)
  const out = name === undefined ? toStdout(host, signal) : await openFile(name, host)
  try {
    for await (const text of inPieces(writeRecords(records, { format }))) await out.write(text)
    signal.throwIfAborted()
  } catch (error) {
    progress.clear()
    await out.giveUp()
    throw signal.aborted ? brokenOff() : (writingFailed(error, name) ?? error)
  }
  await out.finish()
  progress.clear()
  if (name !== undefined) {
    const { endpoints, rules } = found
    const sentence = `Exported ${countedRecords(found)} to ${forTerminal(name)}.`
    print(json ? JSON.stringify({ endpoints, rules, file: name }) : sentence)
  }
  const { unreadable, withoutRules } = found
  if (unreadable > 0) say(`Not exported: ${counted(unreadable, 'unreadable endpoint')}.`)
  if (withoutRules > 0)
    say(`Not exported: the rules of ${counted(withoutRules, 'endpoint')}, as one cannot be read.`)
  return unreadable + withoutRules === 0 ? exitCodes.clean : exitCodes.degraded
}

interface Found {
  endpoints: number
  rules: number
  unreadable: number
  /** Endpoints whose rules are left out. */
  withoutRules: number
}

async function* allEndpoints(
  { control }: Daemon,
  found: Found,
  onEach: () => void,
  signal: AbortSignal,
): AsyncGenerator<Endpoint> {
  const read = (after?: string) => control.listEndpoints({ after, limit: 1000 }, signal)
  for await (const { endpoints, unreadable = [] } of pages(read)) {
    found.unreadable += unreadable.length
    for (const endpoint of endpoints) {
      onEach()
      yield endpoint
    }
  }
}

async function* allRules(
  { control }: Daemon,
  found: Found,
  onEach: () => void,
  signal: AbortSignal,
): AsyncGenerator<ListedRule> {
  const read = (after?: string) => control.listRules({ after, limit: 1000 }, signal)
  for await (const { rules, unreadable = [] } of pages(read)) {
    found.withoutRules += unreadable.length
    for (const rule of rules) {
      onEach()
      yield rule
    }
  }
}

/** Minimum number of characters in a write, except the last. */
const pieceLength = 64 * 1024

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** The file or output to which an export is written. */
type Out = Omit<WholeFile, 'write'> & { write(text: string): Promise<void> }

/** Writes to standard output, and waits for a slow reader. */
function toStdout({ stdout }: Host, signal: AbortSignal): Out {
  return {
    async write(text) {
      signal.throwIfAborted()
      if (stdout.write(text) !== false) return
      await new Promise<void>((resolve) => {
        stdout.once?.('drain', resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    },
    finish: async () => {},
    giveUp: async () => {},
  }
}

async function openFile(name: string, { cwd }: Host): Promise<WholeFile> {
  try {
    return await createWholeFile(resolve(cwd, name))
  } catch (error) {
    throw writingFailed(error, name) ?? error
  }
}

/** Returns the `ExitError` for a system error about the file, and `undefined` for other errors. */
function writingFailed(error: unknown, name: string | undefined): ExitError | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error
  if (name === undefined || !isOfSystem) return undefined
  const code = codeOf(error) ?? ''
  const why = Object.hasOwn(reasons, code) ? `: ${reasons[code]}` : ''
  const sentence = `${forTerminal(name)} cannot be written${why} (${code}).`
  return new ExitError(exitCodes.badSetting, sentence, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder, so give the name of a file in it',
  ENOENT: 'its folder does not exist',
}

function brokenOff(): ExitError {
  return new ExitError(exitCodes.timedOut, 'The export was interrupted.')
}
