// Turns the text of the filter into a test for rows. All of its words must match.
import type { RequestRow } from '../../api/request-row.ts'

type Test = (row: RequestRow) => boolean

/** Whether a row matches the wanted word. `isWhole`: in quotes, so it must be the whole name. */
type Qualifier = (row: RequestRow, wanted: string, isWhole: boolean) => boolean

const qualifiers: ReadonlyMap<string, Qualifier> = new Map<string, Qualifier>([
  ['status', hasStatus],
  ['header', hasHeader],
  ['method', ({ method }, wanted) => method.toLowerCase().startsWith(wanted)],
  ['is', (row, wanted) => statesOf(row).some((state) => state.startsWith(wanted))],
  ['endpoint', ({ endpoint }, wanted, isWhole) => hasName(endpoint, wanted, isWhole)],
  ['rule', ({ rule }, wanted, isWhole) => hasName(rule, wanted, isWhole)],
])

/** Returns the test for a text. It caches its results, because a changed request is a new row. */
export function createFilter(text: string): Test {
  const tests = parse(text)
  const known = new WeakMap<RequestRow, boolean>()
  return (row) => {
    const before = known.get(row)
    if (before !== undefined) return before
    const matches = tests.every((test) => test(row))
    known.set(row, matches)
    return matches
  }
}

/** Parses words and `name:word`. Quotes allow spaces in a word. */
function parse(text: string): Test[] {
  const tests: Test[] = []
  const words = text.toLowerCase().matchAll(/(?:(\w+):)?(?:"([^"]*)("?)|(\S*))/g)
  for (const [, name, quoted, end, plain = ''] of words) {
    const word = quoted ?? plain
    const qualifier = qualifiers.get(name ?? '')
    if (!qualifier) tests.push(has(name === undefined ? word : `${name}:${word}`))
    // A qualifier that is still being typed has no word, and matches every row.
    else if (word !== '') tests.push((row) => qualifier(row, word, end === '"'))
  }
  return tests
}

function has(word: string): Test {
  return (row) => row.text.includes(word) || lineOf(row).includes(word)
}

function hasName(name: string | null, wanted: string, isWhole: boolean): boolean {
  const known = name?.toLowerCase()
  return isWhole ? known === wanted : (known?.includes(wanted) ?? false)
}

/** Returns the searchable text of a row: target, status code, endpoint, rule and states. */
function lineOf(row: RequestRow): string {
  const { method, path, query, statusCode, endpoint, rule } = row
  const parts = [`${method} ${path}${query}`, statusCode, endpoint, rule, ...statesOf(row)]
  return parts.join('\n').toLowerCase()
}

function statesOf({ outcome, isHeld, fault }: RequestRow): readonly string[] {
  return [outcome, ...(isHeld ? ['held'] : []), ...(fault ? [fault] : [])]
}

/** Whether the status code matches `5xx`, `503` or a prefix such as `50`. */
function hasStatus({ statusCode }: RequestRow, wanted: string): boolean {
  return statusCode !== null && String(statusCode).startsWith(wanted.replace(/x+$/, ''))
}

/** Whether a header name includes the word; with a colon, whether a `name: value` line does. */
function hasHeader({ text, headersEnd }: RequestRow, wanted: string): boolean {
  const lines = text.slice(0, headersEnd).split('\n')
  if (wanted.includes(':')) return lines.some((line) => line.includes(wanted))
  return lines.some((line) => line.slice(0, line.indexOf(':')).includes(wanted))
}
