// What a contract expects, said so that a failed test of any runner tells what came instead.

const shownAtMost = 160
const shownBefore = 40

/** Throws unless both are the same plain data. Members may stand in any order. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  // Most texts are the same, and some of them are long.
  if (Object.is(actual, expected)) return
  const came = show(actual)
  const wanted = show(expected)
  if (came === wanted) return
  const from = Math.max(0, firstDifference(came, wanted) - shownBefore)
  throw new Error(`${what}: expected ${part(wanted, from)}, but got ${part(came, from)}`)
}

/** Plain data as text: the same text for the same data alone, in ASCII, so that bytes show. */
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

/** A part of a long text. */
export function part(text: string, from: number): string {
  const isCut = text.length > from + shownAtMost
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shownAtMost)}${isCut ? '…' : ''}`
}
