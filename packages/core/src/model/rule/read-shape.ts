// Reads nested JSON by its expected shape. Parts that are kept as source text stay text.
// Parts that do not belong there are reported and never parsed, whatever their size.

import { readElements, readMembers } from '../json/json-text.ts'
import { detach } from '../json/utf8.ts'
import { type FaultList, step } from '../problem/fault-list.ts'
import type { OtherWords } from '../problem/other-words.ts'
import type { Yielding } from '../time/yielding.ts'

/** The expected shape of a part of a JSON text. */
export type Shape =
  /** Kept as its source text. */
  | 'text'
  /** A string of any length, or another short value. */
  | 'string'
  /** Any short value. */
  | 'short'
  /** Any short value. Numbers, `true` and `false` in an object become strings, as written. */
  | 'values'
  | ObjectShape
  | {
      readonly elements: Shape
      /** The end of the fault for a value that is not a list, with a valid form. */
      readonly instead?: string
    }
  /** An object whose members may have any name. */
  | { readonly each: Shape }

export interface ObjectShape {
  readonly members: Readonly<Record<string, Shape>>
  /** The faults of members that are not allowed, by name. */
  readonly others?: OtherWords
  /** The end of the fault for a value that is not an object, with a valid form. */
  readonly instead?: string
}

/** Maximum length of the text of a short part, in UTF-16 units. */
const longestShort = 64 * 1024
/** Maximum number of elements of all lists, and of members of all `each` objects, in a text. */
const mostElements = 10_000

/**
 * Returns the value, in which parts with faults are empty, or `undefined` if the whole should be an
 * object and is not.
 */
export function* readShape(text: string, shape: Shape, faults: FaultList): Yielding<unknown> {
  const elements = { left: mostElements }
  return yield* readPart(text, shape, { whole: text, faults, pointer: '', elements })
}

interface Where {
  readonly whole: string
  readonly faults: FaultList
  readonly pointer: string
  /** Number of elements and members that are still allowed. */
  readonly elements: { left: number }
}

function* readPart(text: string, shape: Shape, where: Where): Yielding<unknown> {
  if (typeof shape === 'object') {
    if ('members' in shape) return yield* readObject(text, shape, where)
    if ('each' in shape) return yield* readEach(text, shape.each, where)
    return yield* readList(text, shape, where)
  }
  if (shape === 'text') return detach(text, where.whole)
  if (text.length <= longestShort || (shape === 'string' && text.startsWith('"'))) {
    return shape === 'values' ? yield* readValues(text) : JSON.parse(text)
  }
  where.faults.add(where.pointer, `is too long: ${text.length} characters`)
  return undefined
}

/** Reads `{"page": 2}` as `{"page": "2"}`, because the value of a parameter is text. */
function* readValues(text: string): Yielding<unknown> {
  const values = JSON.parse(text)
  const texts = new Map<string, string>()
  yield* readMembers(text, (member) => texts.set(member.name(), member.text()))
  for (const [name, text] of texts) {
    if (/^[-\dtf]/.test(text)) values[name] = text
  }
  return values
}

function* readObject(
  text: string,
  { members: shapes, others, instead = '' }: ObjectShape,
  where: Where,
): Yielding<unknown> {
  const { faults, pointer } = where
  const texts = new Map<string, string>()
  const names = faults.names(pointer, Object.keys(shapes), others)
  const isObject = yield* readMembers(text, (member) => {
    const name = member.name()
    if (names.take(name)) texts.set(name, member.text())
  })
  if (!isObject) {
    faults.add(pointer, `must be an object${instead}`)
    return pointer === '' ? undefined : null
  }
  names.tell()
  const value: Record<string, unknown> = {}
  for (const [name, text] of texts) {
    const shape = shapes[name]
    if (shape === undefined) continue
    value[name] = yield* readPart(text, shape, { ...where, pointer: `${pointer}/${name}` })
  }
  return value
}

/** Of several members with the same name, reads the last one. */
function* readEach(text: string, shape: Shape, where: Where): Yielding<unknown> {
  const { faults, pointer, elements } = where
  const texts = new Map<string, string>()
  let extra = 0
  const isObject = yield* readMembers(text, (member) => {
    if (texts.size < elements.left) texts.set(member.name(), member.text())
    else extra += 1
  })
  if (!isObject || extra > 0) {
    faults.add(pointer, isObject ? `has ${extra} members too many` : 'must be an object')
    return {}
  }
  elements.left -= texts.size
  const value: Record<string, unknown> = {}
  for (const [name, text] of texts) {
    value[name] = yield* readPart(text, shape, { ...where, pointer: pointer + step(name) })
  }
  return value
}

function* readList(
  text: string,
  { elements: shape, instead = '' }: Extract<Shape, { elements: unknown }>,
  where: Where,
): Yielding<unknown> {
  const { faults, pointer, elements } = where
  const texts: string[] = []
  let extra = 0
  const isList = yield* readElements(text, (element) => {
    if (texts.length < elements.left) texts.push(element)
    else extra += 1
  })
  if (!isList || extra > 0) {
    const detail = isList
      ? `has ${extra} elements too many: there may be ${mostElements} in all lists together`
      : `must be a list${instead}`
    faults.add(pointer, detail)
    return []
  }
  elements.left -= texts.length
  const list: unknown[] = []
  for (const [i, text] of texts.entries()) {
    list.push(yield* readPart(text, shape, { ...where, pointer: `${pointer}/${i}` }))
  }
  return list
}
