// A strict JSON writer. Values that JSON cannot hold are refused with their place, not dropped.
import { maxDepth } from '../model/json/json-text.ts'
import type { Fault } from '../model/problem/problem.ts'

/** From the global registry, so that markers made by another copy of this module are valid too. */
const marker: unique symbol = Symbol.for('mock-endpoint.raw-json')

/** JSON text that is sent unchanged. `rawJson` makes it. */
export interface RawJson {
  readonly [marker]: string
}

/**
 * Marks JSON text that is sent byte for byte, such as `rawJson('12345678901234567890')`, which no
 * JavaScript number can hold, or the text of a file. It is allowed wherever a value is.
 */
export function rawJson(text: string): RawJson {
  return { [marker]: text }
}

/** Maximum depth of data. The body around it is one level more. */
const deepest = maxDepth - 1

/** Called for each value that JSON cannot hold, with its place. */
type Refuse = (fault: Fault) => unknown

/**
 * Returns the text of a value as `JSON.stringify` writes it, including `toJSON`. But it never
 * leaves a value out or replaces it by `null`: it calls `refuse` instead. `-0` keeps its sign.
 */
export function writeJson(value: unknown, pointer: string, refuse: Refuse): string {
  return write(value, { pointer, key: '', above: [], refuse })
}

/** The place of a value in the whole. */
interface Place {
  readonly pointer: string
  readonly key: string
  /** The objects around it, outermost first. */
  readonly above: readonly object[]
  readonly refuse: Refuse
}

function write(given: unknown, place: Place): string {
  const value = hasToJson(given) ? given.toJSON(place.key) : given
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value)
    case 'number':
      if (Object.is(value, -0)) return '-0'
      return Number.isFinite(value) ? String(value) : refuse(place, notFinite(value))
    case 'object':
      return value === null ? 'null' : writeObject(value, place)
    default:
      return refuse(place, strangers[typeof value] ?? `is a ${typeof value}`)
  }
}

function writeObject(object: object, place: Place): string {
  if (marker in object) return rawText(String(object[marker]), place)
  if (place.above.includes(object)) return refuse(place, 'contains itself, and JSON has no cycles')
  if (place.above.length === deepest) return refuse(place, `is nested more than ${deepest} deep`)
  const above = [...place.above, object]
  const inside = (key: string): Place => ({
    ...place,
    above,
    key,
    pointer: place.pointer + step(key),
  })
  // Not `map`, which skips holes.
  if (Array.isArray(object)) {
    return `[${Array.from(object, (item, i) => write(item, inside(String(i)))).join(',')}]`
  }
  const kind = Object.prototype.toString.call(object).slice('[object '.length, -1)
  if (kind !== 'Object') return refuse(place, whatToDo[kind] ?? `is a ${kind}; ${convert}`)
  const members = Object.entries(object).map(
    ([key, member]) => `${JSON.stringify(key)}:${write(member, inside(key))}`,
  )
  return `{${members.join(',')}}`
}

/** Refuses text that is not one JSON value, because it would change the JSON around it. */
function rawText(text: string, place: Place): string {
  try {
    JSON.parse(text)
    return text
  } catch (error) {
    return refuse(place, `is raw text that is not JSON: ${error instanceof Error && error.message}`)
  }
}

/** Returns a key as a step of a JSON Pointer (RFC 6901). */
export function step(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Reports a fault. Returns any JSON text, because a text with a fault is never sent. */
function refuse({ pointer, refuse }: Place, detail: string): string {
  refuse({ pointer, detail })
  return 'null'
}

const convert = 'turn it into an object, an array or a string'
const strangers: Readonly<Record<string, string>> = {
  undefined: 'is undefined; leave it out, or use null',
  function: 'is a function; call it, or leave it out',
  bigint: "is a BigInt; write rawJson('…') with its digits, or a string",
  symbol: 'is a symbol; use a string',
}
const whatToDo: Readonly<Record<string, string>> = {
  Promise: 'is a promise; await it first',
  Response:
    'is a Response, which is sent once; in a mock of this process answer with `() => new Response(…)`, elsewhere say its statusCode, headers and body',
  Error: 'is an Error, whose message JSON would lose; send { message: error.message }',
}

function notFinite(value: number): string {
  return `is ${value}, which JSON has no number for; use null or a string`
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  if (value === null || (typeof value !== 'object' && typeof value !== 'bigint')) return false
  return typeof (value as { toJSON?: unknown }).toJSON === 'function'
}
