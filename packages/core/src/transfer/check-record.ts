// A record that was cut out of a file, read by the parsers of the API.
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

/** A record of an import that passed the checks of the API, with its text as it stands in the file. */
export type CheckedRecord =
  | { readonly kind: 'endpoint'; readonly text: string; readonly endpoint: Endpoint }
  | { readonly kind: 'rule'; readonly text: string; readonly rule: NewRule }

/** The text of a record. Throws `invalid-json` when it is no UTF-8. */
export function* decodeRecord(bytes: Uint8Array): Yielding<string> {
  // In the middle of a file a byte order mark is a character, and no JSON.
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

/** What our own writer begins a record with says what it is. */
const beginnings: readonly (readonly [RecordKind, string])[] = [
  ['endpoint', '{"name":'],
  ['rule', '{"id":'],
  ['rule', '{"endpoint":'],
]

/** Throws `invalid-json`, and `invalid-import` when it is neither. */
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

/** The record that a line holds: the line itself, or the text that a string spells. */
export function* unwrapLine(line: string): Yielding<string> {
  if (!line.startsWith('"')) return line
  // What is wrong with it is told with its place.
  yield* readMembers(line, () => {})
  return JSON.parse(line) as string
}
