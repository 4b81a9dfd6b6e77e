// What is typed into the filter, as a question to each row: all of its words have to match.
import type { RequestRow } from '../../api/request-row.ts'

type Test = (row: RequestRow) => boolean

/** Whether it is what is wanted; what stands in quotes is a whole name. */
type Qualifier = (row: RequestRow, wanted: string, isWhole: boolean) => boolean

const qualifiers: ReadonlyMap<string, Qualifier> = new Map<string, Qualifier>([
  ['status', hasStatus],
  ['header', hasHeader],
  ['method', ({ method }, wanted) => method.toLowerCase().startsWith(wanted)],
  ['is', (row, wanted) => statesOf(row).some((state) => state.startsWith(wanted))],
  ['endpoint', ({ endpoint }, wanted, isWhole) => hasName(endpoint, wanted, isWhole)],
  ['rule', ({ rule }, wanted, isWhole) => hasName(rule, wanted, isWhole)],
])

/** What matches the text. A row is looked at once: as long as it stays as it is, so does the response. */
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

/** Words, and `name:word`; quotes keep what has spaces together. */
function parse(text: string): Test[] {
  const tests: Test[] = []
  const words = text.toLowerCase().matchAll(/(?:(\w+):)?(?:"([^"]*)("?)|(\S*))/g)
  for (const [, name, quoted, end, plain = ''] of words) {
    const word = quoted ?? plain
    const qualifier = qualifiers.get(name ?? '')
    if (!qualifier) tests.push(has(name === undefined ? word : `${name}:${word}`))
    // While it is typed it has no word yet, which each row matches.
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

/** What the row shows of it, and what it stands for. */
function lineOf(row: RequestRow): string {
  const { method, path, query, statusCode, endpoint, rule } = row
  const parts = [`${method} ${path}${query}`, statusCode, endpoint, rule, ...statesOf(row)]
  return parts.join('\n').toLowerCase()
}

function statesOf({ outcome, isHeld, fault }: RequestRow): readonly string[] {
  return [outcome, ...(isHeld ? ['held'] : []), ...(fault ? [fault] : [])]
}

/** `5xx`, `503`, or how it begins. */
function hasStatus({ statusCode }: RequestRow, wanted: string): boolean {
  return statusCode !== null && String(statusCode).startsWith(wanted.replace(/x+$/, ''))
}

/** A part of a name; or with a colon a part of a line. */
function hasHeader({ text, headersEnd }: RequestRow, wanted: string): boolean {
  const lines = text.slice(0, headersEnd).split('\n')
  if (wanted.includes(':')) return lines.some((line) => line.includes(wanted))
  return lines.some((line) => line.slice(0, line.indexOf(':')).includes(wanted))
}
