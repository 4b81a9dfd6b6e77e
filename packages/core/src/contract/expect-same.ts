// Assertions of the contracts. Their errors show both values, whatever the test runner.

const shownAtMost = 160
const shownBefore = 40

/** Throws unless both values are the same plain data. Members may be in any order. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  // A shortcut, because most texts are equal and some of them are long.
  if (Object.is(actual, expected)) return
  const came = show(actual)
  const wanted = show(expected)
  if (came === wanted) return
  const from = Math.max(0, firstDifference(came, wanted) - shownBefore)
  throw new Error(`${what}: expected ${part(wanted, from)}, but got ${part(came, from)}`)
}

/** Returns plain data as text, equal only for equal data. It is ASCII, so every character shows. */
export function show(value: unknown): string {
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string') {
    return JSON.stringify(value).replace(
      /[^ -~]/gu,
      (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`,
    )
  }
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => `${key}: ${show(member)}`)
  return `{${members.sort().join(', ')}}`
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Returns up to 160 characters of a text from `from` on, with `…` where it is cut. */
export function part(text: string, from: number): string {
  const isCut = text.length > from + shownAtMost
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shownAtMost)}${isCut ? '…' : ''}`
}
