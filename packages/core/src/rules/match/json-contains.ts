// Whether a JSON text equals or includes another. Objects are compared by all members or only by
// the named ones, arrays in full, and numbers by value, however many digits they have.
import { memberAt } from './json-members.ts'
import {
  countAt,
  firstIn,
  isEscaped,
  type JsonNode,
  type JsonTree,
  kindAt,
  membersAt,
  nodeBehind,
  numberAt,
  stringAt,
  writtenAt,
} from './json-tree.ts'
import type { Steps } from './steps.ts'

/** A place where a JSON text differs from the expected part. */
export interface JsonDifference {
  /** The names and indices that lead to it, the last one first. */
  readonly path: (string | number)[]
  /** `undefined` when there should be nothing. */
  readonly expected: JsonNode | undefined
  /** `undefined` when there is nothing. */
  readonly actual: JsonNode | undefined
}

export interface Comparison {
  readonly part: JsonTree
  readonly whole: JsonTree
  /**
   * Each value of the part takes a step, and a long one takes more. If none are left, the place
   * that the comparison has reached is the difference.
   */
  readonly steps: Steps
  /** Whether objects must not have more members than the part has. */
  readonly isExact: boolean
}

/**
 * Returns the first place where the value `at` some place of a text differs from the part;
 * `undefined` if it includes the part or, if exact, equals it.
 */
export function differenceIn(
  comparison: Comparison,
  at: JsonNode | undefined,
): JsonDifference | undefined {
  return compare(comparison, 0, at)
}

function compare(
  comparison: Comparison,
  expected: JsonNode,
  actual: JsonNode | undefined,
): JsonDifference | undefined {
  const { part, whole, steps } = comparison
  if (!steps.take(1) || actual === undefined) return { path: [], expected, actual }
  const kind = kindAt(part, expected)
  if (kind === kindAt(whole, actual)) {
    if (kind === 'object') return compareMembers(comparison, expected, actual)
    if (kind === 'array' && countAt(part, expected) === countAt(whole, actual)) {
      return compareElements(comparison, expected, actual)
    }
    if (kind === 'string' && isSameString(comparison, expected, actual)) return
    if (kind === 'number' && isSameNumber(comparison, expected, actual)) return
    if (kind === 'literal' && writtenAt(part, expected) === writtenAt(whole, actual)) return
  }
  return { path: [], expected, actual }
}

function compareMembers(
  comparison: Comparison,
  expected: JsonNode,
  actual: JsonNode,
): JsonDifference | undefined {
  const { part, whole, steps, isExact } = comparison
  const wanted = membersAt(part, expected)
  for (const [name, each] of wanted) {
    // A long name takes more steps. The comparison ends when none are left.
    steps.take(name.length >> 6)
    const found = compare(comparison, each, memberAt(whole, actual, name))
    if (found) return below(name, found)
  }
  const isSame = !isExact || countAt(whole, actual) === wanted.size
  return isSame ? undefined : firstUnwanted(comparison, wanted, actual)
}

/** Returns an extra member. There may be none, as a name may be repeated. Each takes a step. */
function firstUnwanted(
  { whole, steps }: Comparison,
  wanted: ReadonlyMap<string, JsonNode>,
  actual: JsonNode,
): JsonDifference | undefined {
  let at = firstIn(actual)
  for (let i = 0; i < countAt(whole, actual); i++) {
    const name = stringAt(whole, at)
    const value = firstIn(at)
    if (!steps.take(1 + (name.length >> 6)) || !wanted.has(name)) {
      return { path: [name], expected: undefined, actual: value }
    }
    at = nodeBehind(whole, value)
  }
  return undefined
}

function compareElements(
  comparison: Comparison,
  expected: JsonNode,
  actual: JsonNode,
): JsonDifference | undefined {
  const { part, whole } = comparison
  const count = countAt(part, expected)
  let [one, other] = [firstIn(expected), firstIn(actual)]
  for (let i = 0; i < count; i++) {
    const found = compare(comparison, one, other)
    if (found) return below(i, found)
    one = nodeBehind(part, one)
    other = nodeBehind(whole, other)
  }
  return undefined
}

/** Escapes take more steps. */
function isSameString(
  { part, whole, steps }: Comparison,
  expected: JsonNode,
  actual: JsonNode,
): boolean {
  const escaped = Number(isEscaped(part, expected)) + Number(isEscaped(whole, actual))
  if (!steps.take(2 * escaped)) return false
  return isSame(stringAt(part, expected), stringAt(whole, actual), steps)
}

/** Two spellings of a number take more steps, because both are brought into one form. */
function isSameNumber(
  { part, whole, steps }: Comparison,
  expected: JsonNode,
  actual: JsonNode,
): boolean {
  const [one, other] = [writtenAt(part, expected), writtenAt(whole, actual)]
  if (isSame(one, other, steps)) return true
  if (!steps.take(4 + ((one.length + other.length) >> 5))) return false
  return numberAt(part, expected) === numberAt(whole, actual)
}

function isSame(one: string, other: string, steps: Steps): boolean {
  return one.length === other.length && steps.take(one.length >> 6) && one === other
}

/**
 * Returns the value that the names of a JSON Pointer lead to. Each name takes a step, and another
 * for each 64 of its characters. Each array element before the selected one takes a step too.
 */
export function nodeAt(
  whole: JsonTree,
  names: readonly string[],
  steps: Steps,
): JsonNode | undefined {
  let at: JsonNode | undefined = 0
  for (const name of names) {
    if (at === undefined || !steps.take(1 + (name.length >> 6))) return undefined
    const kind = kindAt(whole, at)
    if (kind === 'object') at = memberAt(whole, at, name)
    else at = kind === 'array' ? elementAt(whole, at, name, steps) : undefined
  }
  return at
}

function elementAt(
  whole: JsonTree,
  array: JsonNode,
  name: string,
  steps: Steps,
): JsonNode | undefined {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(name) ? Number(name) : Number.POSITIVE_INFINITY
  if (index >= countAt(whole, array) || !steps.take(index)) return undefined
  let at = firstIn(array)
  for (let i = 0; i < index; i++) at = nodeBehind(whole, at)
  return at
}

function below(step: string | number, difference: JsonDifference): JsonDifference {
  difference.path.push(step)
  return difference
}
