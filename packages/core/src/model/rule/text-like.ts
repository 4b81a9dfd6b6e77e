// What the texts of a request have to be like, found in what a client sent.

import { loadPatterns, patternFault } from '../pattern/pattern.ts'
import { type FaultList, step } from '../problem/fault-list.ts'
import type { Yielding } from '../time/yielding.ts'
import type { RuleWhen, TextLike } from './rule.ts'

/** Whether it is one, whatever else it may be. */
function isLike(value: unknown): value is TextLike {
  return typeof value === 'object' && value !== null && ('matches' in value || 'contains' in value)
}

/** How long the text of an object with one member may be that says what a string is like. */
const longestLike = 64 * 1024

/** What a string has to be like, when that is what a JSON text says: an object of that member alone. */
export function likeIn(json: string): TextLike | undefined {
  if (!json.startsWith('{') || json.length > longestLike) return undefined
  const value: unknown = JSON.parse(json)
  if (!isLike(value) || Object.keys(value).length !== 1) return undefined
  return typeof Object.values(value)[0] === 'string' ? value : undefined
}

/** Each with its place: what the texts of a request have to be like. What is not of its type is passed over. */
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

/** How many regular expressions a rule may have. */
const mostPatterns = 20

/** Tells what is wrong with the regular expressions, one after the other: each takes a while. */
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
