// From places in a record to places in its file.
import { inFile } from '../model/json/json-locate.ts'
import type { Place } from '../model/json/json-text.ts'
import { Problem } from '../model/problem/problem.ts'

/** The place that a problem of a record tells, in the file; its beginning when it tells none. */
export function placeOf({ extensions: { line = 1, column = 1 } }: Problem, start: Place): Place {
  return inFile({ line, column }, start)
}

/** What a problem says beside its place. */
export function withoutPlace({ message }: Problem): string {
  return message.replace(/^Line \d+, column \d+: /, '')
}

/** The problem of a record as one of its file. */
export function ofFile(problem: Problem, start: Place): Problem {
  const place = placeOf(problem, start)
  const detail = `Line ${place.line}, column ${place.column}: ${withoutPlace(problem)}`
  return new Problem(problem.code, detail, { ...problem.extensions, ...place })
}
