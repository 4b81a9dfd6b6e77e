// Parses records that were cut out of a file, with the parsers of the API.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { parseEndpoint } from '../model/endpoint/parse-endpoint.ts'
import { decodeJsonBytes } from '../model/json/json-bytes.ts'
import { notJson, readMembers } from '../model/json/json-text.ts'
import { textIn } from '../model/json/utf8.ts'
import { parseRule } from '../model/rule/parse-rule.ts'
import type { NewRule } from '../model/rule/rule-schema.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { invalidImport } from './faults.ts'
import type { RecordKind } from './pieces.ts'

/** A record of an import that passed the checks of the API, with its text as it is in the file. */
export type CheckedRecord =
  | { readonly kind: 'endpoint'; readonly text: string; readonly endpoint: Endpoint }
  | { readonly kind: 'rule'; readonly text: string; readonly rule: NewRule }

/** Returns the text of a record. Throws `invalid-json` if it is not UTF-8. */
export function* decodeRecord(bytes: Uint8Array): Yielding<string> {
  // Inside a file, a byte order mark is a character, which is not valid JSON, so it is kept.
  const text = textIn(bytes)
  if (text !== undefined) return text
  yield* decodeJsonBytes(bytes)
  throw notJson({ line: 1, column: 1 }, 'this is not valid UTF-8')
}

/** Throws as `parseEndpoint` and `parseRule` do. */
export function* checkRecord(text: string, kind: RecordKind): Yielding<CheckedRecord> {
  return kind === 'endpoint'
    ? { kind, text, endpoint: yield* parseEndpoint(text) }
    : { kind, text, rule: yield* parseRule(text) }
}

/** The first characters of a record, which show its kind if `writeRecords` wrote it. */
const beginnings: readonly (readonly [RecordKind, string])[] = [
  ['endpoint', '{"name":'],
  ['rule', '{"id":'],
  ['rule', '{"endpoint":'],
]

/** Returns the kind of a record. Throws `invalid-json`, or `invalid-import` for neither kind. */
export function* kindOf(text: string): Yielding<RecordKind> {
  const [known] = beginnings.find(([, beginning]) => text.startsWith(beginning)) ?? []
  if (known) return known
  const names = new Set<string>()
  const isObject = yield* readMembers(text, (member) => {
    const name = member.name()
    if (name === 'name' || name === 'endpoint') names.add(name)
  })
  if (names.has('endpoint')) return 'rule'
  if (names.has('name')) return 'endpoint'
  const detail = isObject
    ? 'needs `name` for an endpoint, or `endpoint` for a rule'
    : 'must be an object, or a string that spells one'
  throw invalidImport('', detail)
}

/** Returns the record in a line: the line itself or, if it is a JSON string, its value. */
export function* unwrapLine(line: string): Yielding<string> {
  if (!line.startsWith('"')) return line
  // Throws with the place of a fault, which `JSON.parse` does not.
  yield* readMembers(line, () => {})
  return JSON.parse(line) as string
}
