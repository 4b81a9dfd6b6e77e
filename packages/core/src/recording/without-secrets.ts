// Removes secrets from a JSON body, for a rule to match the rest of it.
import { elementsIn, type Located, membersIn } from '../model/json/located.ts'
import { type Cut, cutsOf, type Part, withCuts } from '../model/json/text-cuts.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { placesOf } from './json-body.ts'
import type { Secrets } from './secrets.ts'

/** Maximum number of secrets that are removed from a body. */
const mostPlaces = 10_000
/**
 * Maximum depth of members that are removed alone. Below, the member around them is removed too,
 * because the text of a level is read once for each level.
 */
const deepest = 20

/**
 * Returns a JSON body without the members at these pointers, and without those that contain a
 * secret. `undefined` if its secrets cannot be removed, such as from a list of strings.
 */
export function* withoutSecrets(
  json: string,
  pointers: readonly string[],
  secrets: Secrets,
): Yielding<string | undefined> {
  const located = yield* placesOf(json, pointers)
  const hidden = located.map(({ start, text }) => ({ from: start, to: start + text.length }))
  const places = [...hidden, ...(yield* secrets.placesIn(json, mostPlaces))]
  if (places.length === 0) return json
  if (places.length > mostPlaces) return undefined
  const cuts = yield* cutsIn(json, { text: json, start: 0 }, apart(places), deepest)
  return cuts && withCuts(json, cuts)
}

/** Returns the cuts that remove all secrets from a value. `undefined` if it has to go as a whole. */
function* cutsIn(
  json: string,
  value: Located,
  places: readonly Part[],
  depth: number,
): Yielding<readonly Cut[] | undefined> {
  const whole = rangeOf(value)
  if (!isTouched(whole, places)) return []
  if (depth === 0) return undefined
  const cuts: Cut[] = []
  const members = yield* membersIn(value)
  if (members) {
    const removed = new Set<number>()
    for (const [i, member] of members.entries()) {
      const isNamed = isTouched({ from: member.nameStart, to: member.start }, places)
      const inner = isNamed ? undefined : yield* cutsIn(json, member, places, depth - 1)
      if (inner) for (const each of inner) cuts.push(each)
      else removed.add(i)
    }
    const parts = members.map((member) => ({ ...rangeOf(member), from: member.nameStart }))
    for (const each of cutsOf(json, whole, parts, { removed, added: [] })) cuts.push(each)
    return cuts
  }
  // Lists are compared in full, so an element can only be shortened.
  for (const element of (yield* elementsIn(value)) ?? [value]) {
    const inner = element === value ? undefined : yield* cutsIn(json, element, places, depth - 1)
    if (!inner) return undefined
    for (const each of inner) cuts.push(each)
  }
  return cuts
}

function rangeOf({ start, text }: Located): Part {
  return { from: start, to: start + text.length }
}

/** Returns the same ranges in order, with those that touch each other joined. */
function apart(places: readonly Part[]): readonly Part[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** Whether one of the ranges, which are in order, overlaps this one. Takes log(n) steps. */
function isTouched({ from, to }: Part, places: readonly Part[]): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.to ?? 0) > from) high = middle
    else low = middle + 1
  }
  const next = places[low]
  return next !== undefined && next.from < to
}
