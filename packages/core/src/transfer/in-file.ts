// Converts places in a record to places in its file.
import { inFile } from '../model/json/json-locate.ts'
import type { Place } from '../model/json/json-text.ts'
import { Problem } from '../model/problem/problem.ts'

/** Returns a problem's place in the file: the start of the record if it has none. */
export function placeOf({ extensions: { line = 1, column = 1 } }: Problem, start: Place): Place {
  return inFile({ line, column }, start)
}

/** Returns the message of a problem without its place. */
export function withoutPlace({ message }: Problem): string {
  return message.replace(/^Line \d+, column \d+: /, '')
}

/** Converts a problem of a record to one with a place in the file. */
export function ofFile(problem: Problem, start: Place): Problem {
  const place = placeOf(problem, start)
  const detail = `Line ${place.line}, column ${place.column}: ${withoutPlace(problem)}`
  return new Problem(problem.code, detail, { ...problem.extensions, ...place })
}
