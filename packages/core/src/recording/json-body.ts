// Finds and removes secrets in the JSON bodies of recordings, by place or by value.
import { namesIn } from '../model/json/json-pointer.ts'
import { elementsIn, type Located, type LocatedMember, membersIn } from '../model/json/located.ts'
import { withCuts } from '../model/json/text-cuts.ts'
import { Problem } from '../model/problem/problem.ts'
import { runYielding, type Yielding } from '../model/time/yielding.ts'
import { redacted } from './secrets.ts'

/** Resolves to the object or array that a text is, without white space or a BOM around it. */
export async function jsonIn(text: string): Promise<string | undefined> {
  const json = text.trim()
  return /^[{[]/.test(json) && (await isJson(json)) ? json : undefined
}

/** Resolves to whether a text is valid JSON. */
export async function isJson(text: string): Promise<boolean> {
  try {
    await runYielding(membersIn({ text, start: 0 }))
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/**
 * Returns the values at some paths: several for one path if a name occurs twice. A value is read
 * once for each object or array around it.
 */
function* valuesAt(value: Located, paths: readonly Path[]): Yielding<Located[]> {
  if (paths.length === 0) return []
  if (paths.some((path) => path.length === 0)) return [value]
  const below = new Map<string, Path[]>()
  for (const [name = '', ...rest] of paths) {
    const others = below.get(name)
    if (others) others.push(rest)
    else below.set(name, [rest])
  }
  const found: Located[] = []
  for (const [i, part] of (yield* partsOf(value)).entries()) {
    const name = 'name' in part ? part.name : String(i)
    const rest = below.get(name)
    if (rest) for (const each of yield* valuesAt(part, rest)) found.push(each)
  }
  return found
}

/** Returns the members of an object, or the elements of an array. */
function* partsOf(value: Located): Yielding<readonly (Located | LocatedMember)[]> {
  return (yield* membersIn(value)) ?? (yield* elementsIn(value)) ?? []
}

type Path = readonly string[]

/** Returns the values at these pointers. */
export function placesOf(json: string, pointers: readonly string[]): Yielding<Located[]> {
  return valuesAt({ text: json, start: 0 }, pointers.map(namesIn))
}

/** Returns strings and numbers at or below these pointers, as texts. At most `most` + 1. */
export function* textsAt(
  json: string,
  pointers: readonly string[],
  most: number,
): Yielding<string[]> {
  const texts: string[] = []
  const left = yield* placesOf(json, pointers)
  for (let value = left.pop(); value && texts.length <= most; value = left.pop()) {
    const { text } = value
    if (/^["\d-]/.test(text)) texts.push(text.startsWith('"') ? JSON.parse(text) : text)
    else for (const part of yield* partsOf(value)) left.push(part)
  }
  return texts
}

/** Returns the JSON with `"redacted"` in place of the values at these pointers. */
export function* withRedacted(json: string, pointers: readonly string[]): Yielding<string> {
  const by = JSON.stringify(redacted)
  const places = yield* placesOf(json, pointers)
  const cuts = places.map(({ start, text: { length } }) => {
    return { from: start, to: start + length, by }
  })
  return withCuts(json, cuts)
}

/** Returns the pointers that lead to a string. */
export function* leadingToTexts(json: string, pointers: readonly string[]): Yielding<string[]> {
  if ((yield* placesOf(json, pointers)).length === 0) return []
  const found: string[] = []
  for (const pointer of pointers) {
    const [value] = yield* placesOf(json, [pointer])
    if (value?.text.startsWith('"')) found.push(pointer)
  }
  return found
}
