// Problems for the faults of a file of records.
import type { Place } from '../model/json/json-text.ts'
import { type Fault, Problem } from '../model/problem/problem.ts'

/** Returns the problem of a file with something other than endpoints and rules. */
export function invalidImport(pointer: string, detail: string): Problem {
  const errors = [{ pointer, detail }]
  return new Problem('invalid-import', inWords(errors, 'the file'), { errors })
}

/** Returns faults as a sentence. `whole` is the subject of those without a pointer. */
export function inWords(faults: readonly Fault[], whole: string): string {
  const list = faults.map(({ pointer, detail }) => `${pointer || whole} ${detail}`).join('; ')
  return `${list}${list.endsWith('?') ? '' : '.'}`
}

/** Returns the problem of a record that is too long. */
export function tooLong({ line }: Place, limit: number): Problem {
  const detail = `The record at line ${line} is over the limit of ${limit} bytes.`
  return new Problem('body-too-large', detail, { limit })
}
