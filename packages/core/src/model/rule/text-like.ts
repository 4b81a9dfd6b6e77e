// Finds the patterns for texts in the conditions of a rule, and checks them.

import { loadPatterns, patternFault } from '../pattern/pattern.ts'
import { type FaultList, step } from '../problem/fault-list.ts'
import type { Yielding } from '../time/yielding.ts'
import type { RuleWhen, TextLike } from './rule.ts'

/** Whether a value is an object with `matches` or `contains`, even among other members. */
function isLike(value: unknown): value is TextLike {
  return typeof value === 'object' && value !== null && ('matches' in value || 'contains' in value)
}

/** Maximum length of the JSON text of a pattern for a string. */
const longestLike = 64 * 1024

/** Returns the pattern in a JSON text, if it is an object with only `matches` or `contains`. */
export function likeIn(json: string): TextLike | undefined {
  if (!json.startsWith('{') || json.length > longestLike) return undefined
  const value: unknown = JSON.parse(json)
  if (!isLike(value) || Object.keys(value).length !== 1) return undefined
  return typeof Object.values(value)[0] === 'string' ? value : undefined
}

/** Yields the patterns for texts of a request with their places. Skips values of other types. */
function* likesOf(when: RuleWhen): Generator<readonly [pointer: readonly string[], TextLike]> {
  for (const member of ['params', 'query', 'headers', 'form'] as const) {
    for (const [name, value] of Object.entries(when[member] ?? {})) {
      if (isLike(value)) yield [[member, name], value]
    }
  }
  if (isLike(when.body)) yield [['body'], when.body]
  for (const [at, json] of Object.entries(when.jsonAt ?? {})) {
    const like = likeIn(json)
    if (like) yield [['jsonAt', at], like]
  }
}

/** Maximum number of regular expressions in a rule. */
const mostPatterns = 20

/** Adds the faults of the regular expressions, one after the other, because each takes a while. */
export function* checkPatterns(when: RuleWhen | undefined, faults: FaultList): Yielding<void> {
  if (typeof when !== 'object' || when === null) return
  let count = 0
  for (const [place, like] of likesOf(when)) {
    if (!('matches' in like && typeof like.matches === 'string')) continue
    const pointer = `/when${place.map(step).join('')}/matches`
    count += 1
    if (count > mostPatterns) {
      faults.add(pointer, `is one too many: a rule may have ${mostPatterns} regular expressions`)
      return
    }
    yield loadPatterns()
    const fault = patternFault(like.matches)
    if (fault !== undefined) faults.add(pointer, fault)
  }
}
