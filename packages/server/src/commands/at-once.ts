// Sends all records in one call: the daemon takes all of them, or none.
import { Problem } from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from '../daemon/exit.ts'
import { type FoundRecord, type Sending, type SendingOptions, toBody } from './batches.ts'

/** No text can be much longer, and no daemon takes a body of so many characters. */
const mostLength = 256 * 1024 * 1024

export interface AtOnceOptions extends Pick<SendingOptions, 'control' | 'signal'> {
  /** The name of the file. */
  readonly file: string
}

export function createAtOnce({ control, signal, file }: AtOnceOptions): Sending {
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
