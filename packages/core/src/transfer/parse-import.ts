// Parses the body of an import: returns all endpoints and rules, or throws its faults.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { stretch } from '../model/json/json-text.ts'
import { faultsToText } from '../model/problem/fault-list.ts'
import { type Fault, Problem } from '../model/problem/problem.ts'
import type { NewRule } from '../model/rule/rule-schema.ts'
import { inMebibytes, mostWeight, weightOf } from '../model/rule/rule-weight.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { checkRecord, decodeRecord } from './check-record.ts'
import { createDocumentSplitter } from './document-splitter.ts'
import { ofFile } from './in-file.ts'
import type { Piece } from './pieces.ts'

/** The contents of the body of an import. */
export interface Import {
  readonly endpoints: readonly Endpoint[]
  readonly rules: readonly NewRule[]
}

/** After this many faults the rest is not read, so that the client does not wait for it. */
const enoughFaults = 20

/**
 * Throws `too-many-rules` for rules that take too much memory, `invalid-json` or `too-deep`, with
 * the place in the body, and `invalid-import` with up to 20 faults, each with its pointer.
 */
export function* parseImport(body: string): Yielding<Import> {
  const endpoints: Endpoint[] = []
  const rules: NewRule[] = []
  const faults: Fault[] = []
  let weight = 0
  for (const piece of cut(body)) {
    if (piece) {
      try {
        const record = yield* read(piece)
        if (record.kind === 'endpoint') endpoints.push(record.endpoint)
        else {
          weight += weightOf(record.rule)
          if (weight > mostWeight) throw tooHeavy()
          rules.push(record.rule)
        }
      } catch (error) {
        faults.push(...faultsOf(error, piece))
      }
    }
    if (faults.length >= enoughFaults) break
    yield
  }
  if (faults.length > 0) throw invalid(faults)
  return { endpoints, rules }
}

function tooHeavy(): Problem {
  const detail = `The rules of an import may take ${inMebibytes(mostWeight)} of memory; split it.`
  return new Problem('too-many-rules', detail, { limit: mostWeight })
}

/** Yields the pieces of a body, and `undefined` where other work may run. */
function* cut(body: string): Generator<Piece | undefined> {
  const bytes = new TextEncoder().encode(body)
  const splitter = createDocumentSplitter(bytes.length)
  for (let start = 0; start < bytes.length; start += stretch) {
    yield* splitter.push(bytes.subarray(start, start + stretch))
    yield undefined
  }
  yield* splitter.end()
}

function* read(piece: Piece) {
  if ('fault' in piece) throw piece.fault
  const text = yield* decodeRecord(piece.bytes)
  return yield* checkRecord(text, piece.kind ?? 'endpoint')
}

/** Returns the faults of one record. Throws an error that ends the import at once. */
function faultsOf(error: unknown, { place, pointer }: Piece): readonly Fault[] {
  if (!(error instanceof Problem)) throw error
  const { errors } = error.extensions
  if (!errors) throw ofFile(error, place)
  return errors.map((fault) => ({ ...fault, pointer: pointer + fault.pointer }))
}

function invalid(faults: readonly Fault[]): Problem {
  const more = { pointer: '', detail: 'may have more faults: the rest was not read' }
  const isAll = faults.length < enoughFaults
  const errors = isAll ? faults : [...faults.slice(0, enoughFaults), more]
  const shape = '{"endpoints"?: […], "rules"?: […]}'
  return new Problem('invalid-import', `${faultsToText(errors)} An import is ${shape}.`, { errors })
}
