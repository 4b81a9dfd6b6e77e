// What is wrong with a file of records, as problems.
import type { Place } from '../model/json/json-text.ts'
import { type Fault, Problem } from '../model/problem/problem.ts'

/** Of one that holds something other than endpoints and rules. */
export function invalidImport(pointer: string, detail: string): Problem {
  const errors = [{ pointer, detail }]
  return new Problem('invalid-import', inWords(errors, 'the file'), { errors })
}

/** Faults as a sentence; `whole` is what has those without a pointer. */
export function inWords(faults: readonly Fault[], whole: string): string {
  const list = faults.map(({ pointer, detail }) => `${pointer || whole} ${detail}`).join('; ')
  return `${list}${list.endsWith('?') ? '' : '.'}`
}

/** Of a record that is too long to be kept. */
export function tooLong({ line }: Place, limit: number): Problem {
  const detail = `The record at line ${line} is over the limit of ${limit} bytes.`
  return new Problem('body-too-large', detail, { limit })
}
