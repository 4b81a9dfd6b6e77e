// Writes records as a file, piece by piece. It keeps one endpoint, or the rules of one endpoint.
import { type Endpoint, endpointToJson } from '../model/endpoint/endpoint.ts'
import { isTemporary, type Rule } from '../model/rule/rule.ts'
import { ruleToJson } from '../model/rule/rule-json.ts'
import type { RecordFormat } from './format.ts'

/** The records to write. Both iterables are read to their ends. */
export interface Records {
  readonly endpoints: AsyncIterable<Endpoint>
  /** As in lists: grouped by endpoint, in the order in which they are tried. */
  readonly rules: AsyncIterable<Rule>
}

/** How a file of records is written. */
export interface WriteRecordsOptions {
  /** Default: `document`. */
  readonly format?: RecordFormat | undefined
  /** The value of `$schema` in a document. Default: no `$schema`. */
  readonly schema?: string | undefined
}

/**
 * Yields the pieces of the file: one JSON document with a record in each line, or JSON Lines. Rules
 * have the order in which they must be added so that they are tried in the same order.
 */
export async function* writeRecords(
  { endpoints, rules }: Records,
  { format = 'document', schema }: WriteRecordsOptions = {},
): AsyncGenerator<string, void, undefined> {
  const ofEndpoints = mapped(endpoints, exportedEndpoint)
  const ofRules = mapped(inOrderOfAdding(rules), ruleToJson)
  if (format === 'lines') {
    for await (const text of ofEndpoints) yield `${toLine(text)}\n`
    for await (const text of ofRules) yield `${toLine(text)}\n`
    return
  }
  yield schema === undefined ? '{\n' : `{\n  "$schema": ${JSON.stringify(schema)},\n`
  yield* list('endpoints', ofEndpoints)
  yield ',\n'
  yield* list('rules', ofRules)
  yield '\n}\n'
}

async function* list(name: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isEmpty = true
  for await (const text of texts) {
    yield `${isEmpty ? `  "${name}": [` : ','}\n    ${text}`
    isEmpty = false
  }
  yield isEmpty ? `  "${name}": []` : '\n  ]'
}

/** Returns the endpoint as JSON, without white space around its data. */
function exportedEndpoint(endpoint: Endpoint): string {
  return endpointToJson({ ...endpoint, data: trimmed(endpoint.data) })
}

function trimmed(json: string): string {
  let start = 0
  let end = json.length
  while (start < end && ' \t\r\n'.includes(json.charAt(start))) start += 1
  while (end > start && ' \t\r\n'.includes(json.charAt(end - 1))) end -= 1
  return json.slice(start, end)
}

/** Writes a record with line breaks as a JSON string, in which they are escaped. */
function toLine(text: string): string {
  return /[\r\n]/.test(text) ? JSON.stringify(text) : text
}

/** Reverses permanent rules, which are tried newest first. Temporary ones keep their order. */
async function* inOrderOfAdding(rules: AsyncIterable<Rule>): AsyncGenerator<Rule> {
  let together: Rule[] = []
  for await (const rule of rules) {
    if (together[0] && together[0].endpoint !== rule.endpoint) {
      yield* reordered(together)
      together = []
    }
    together.push(rule)
  }
  yield* reordered(together)
}

function reordered(rules: readonly Rule[]): readonly Rule[] {
  const permanent = rules.filter((rule) => !isTemporary(rule))
  return [...permanent.reverse(), ...rules.filter(isTemporary)]
}

async function* mapped<T>(
  values: AsyncIterable<T>,
  toText: (value: T) => string,
): AsyncGenerator<string> {
  for await (const value of values) yield toText(value)
}
