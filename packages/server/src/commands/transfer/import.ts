// `mock-endpoint import`: adds the endpoints and rules of a file, or of standard input.

import { Problem } from '@mock-endpoint/core/client'
import { readRecords } from '@mock-endpoint/core/transfer'
import { ExitError, exitCodes } from '../../program/exit.ts'
import { isOn } from '../../settings/setting.ts'
import type { Run } from '../command.ts'
import { toExitError } from '../daemon.ts'
import * as settings from '../settings.ts'
import { counted, countedRecords } from '../words.ts'
import {
  createBatches,
  type FoundRecord,
  type Sending,
  type SendingOptions,
  toBody,
} from './batches.ts'
import { createProgress, type Progress } from './progress.ts'
import { hasLinesName, openRecordFile, type RecordFile } from './record-file.ts'
import { createRefusals, type Refusals } from './refusals.ts'

export const importRecords: Run = async (call) => {
  const { args, given, host, daemon, json, signal, print, say } = call
  const [name = '-'] = args
  const { control, url } = daemon
  // Fails before it reads a long file if the daemon does not respond.
  await control.getHealth(undefined, signal)
  const file = await openRecordFile(name, host, signal)
  const progress = createProgress(host.stderr, !json)
  const refusals = createRefusals({ file: file.name, json, output: host.stderr, progress })
  const isAtomic = isOn(given, settings.atomic)
  const options = { control, signal: soonAfter(signal), onRefused: refusals.add, file: file.name }
  const sending = isAtomic ? createAtOnce(options) : createBatches(options)
  const format = hasLinesName(name) ? 'lines' : undefined
  let failure: { readonly error: unknown } | undefined
  try {
    await sendAll({ file, format, sending, refusals, progress, isAtomic, signal })
  } catch (error) {
    failure = { error: toExitError(error, url) }
  }
  await sending.settle()
  progress.clear()
  refusals.end()
  const { imported } = sending
  const { count, shown } = refusals
  if (json) print(JSON.stringify({ ...imported, refused: count, faults: shown }))
  const isNothing = imported.endpoints + imported.rules === 0 && (count > 0 || failure)
  const isUnknown = isAtomic && signal.aborted && imported.endpoints + imported.rules === 0
  const done = isUnknown
    ? 'All of it may have been imported, or nothing'
    : isNothing
      ? 'Nothing was imported'
      : `Imported ${countedRecords(imported)}`
  if (signal.aborted)
    throw new ExitError(exitCodes.timedOut, `The import was interrupted. ${done}.`)
  if (failure) throw withSentence(failure.error, done)
  if (count > 0) {
    if (!json) say(`${done}; refused ${counted(count, 'record')}.`)
    return exitCodes.badSetting
  }
  if (!json) print(`${done}.`)
  return exitCodes.clean
}

interface SendAll {
  readonly file: RecordFile
  readonly format: 'lines' | undefined
  readonly sending: Sending
  readonly refusals: Refusals
  readonly progress: Progress
  readonly isAtomic: boolean
  readonly signal: AbortSignal
}

async function sendAll({ file, format, sending, refusals, progress, ...rest }: SendAll) {
  const { isAtomic, signal } = rest
  for (const fault of file.faults ?? []) refusals.add(fault)
  for await (const record of readRecords(file.chunks, { format })) {
    // An abort cuts the file off, so the next result would be a fault at its end.
    if (signal.aborted) return
    if (record.fault) refusals.add(record.fault)
    else await sending.add(record)
    progress.show(progressText(file, sending))
  }
  const isEmpty = file.done() === 0 && !file.faults && format !== 'lines'
  if (isEmpty && !signal.aborted) {
    throw new ExitError(exitCodes.badSetting, `${asSentence(file.name)} is empty.`)
  }
  const isSpoiled = isAtomic && refusals.count > 0
  if (!signal.aborted && !isSpoiled) await sending.finish()
}

/** Returns `Standard input` for the start of a sentence. File names stay unchanged. */
function asSentence(name: string): string {
  return name === 'standard input' ? 'Standard input' : name
}

function progressText({ size, done }: RecordFile, { imported }: Sending): string {
  const share = size === undefined || size === 0 ? '' : ` (${Math.floor((100 * done()) / size)} %)`
  return `Importing … ${countedRecords(imported)}${share}`
}

/** Time for calls in progress to end after Ctrl+C, in milliseconds. */
const grace = 5_000

function soonAfter(signal: AbortSignal): AbortSignal {
  const end = new AbortController()
  const abort = (): void => void setTimeout(() => end.abort(), grace).unref()
  signal.addEventListener('abort', abort, { once: true })
  return end.signal
}

/** Adds a sentence about the imported records to an `ExitError`. */
function withSentence(error: unknown, sentence: string): unknown {
  if (!(error instanceof ExitError)) return error
  return new ExitError(error.code, `${error.message} ${sentence}.`, { cause: error })
}

/** Maximum length in characters. No daemon accepts more, and strings cannot be much longer. */
const mostLength = 256 * 1024 * 1024

interface AtOnceOptions extends Pick<SendingOptions, 'control' | 'signal'> {
  /** The name of the file. */
  readonly file: string
}

/** Sends all records in one call. The daemon imports all of them or none. */
function createAtOnce({ control, signal, file }: AtOnceOptions): Sending {
  const records: FoundRecord[] = []
  const imported = { endpoints: 0, rules: 0 }
  let length = 0
  return {
    imported,
    async add(record) {
      length += record.text.length
      if (length > mostLength) throw tooLarge(file, mostLength)
      records.push(record)
    },
    async finish() {
      try {
        Object.assign(imported, await control.importRecords(toBody(records), signal))
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'body-too-large') throw error
        throw tooLarge(file, error.extensions.limit ?? 0)
      }
    },
    settle: async () => {},
  }
}

function tooLarge(file: string, limit: number): ExitError {
  const sentence = `${file} is too large for --atomic: the daemon takes ${limit} bytes in one call. Start it with a larger --max-body, or import without --atomic.`
  return new ExitError(exitCodes.badSetting, sentence)
}
