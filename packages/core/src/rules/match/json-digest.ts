// A digest of a JSON value. Equal values have the same digest; others nearly always differ.
import { lengthOfUnit, unitAt } from '../../model/json/unescaped.ts'
import { canonicalNumber } from './canonical-number.ts'
import { createDistinct, type Distinct } from './distinct-names.ts'
import {
  countAt,
  endOf,
  firstIn,
  isEscaped,
  type JsonNode,
  type JsonTree,
  kindAt,
  nodeBehind,
  startOf,
} from './json-tree.ts'

/** Returns a digest, in time linear in the text. Not recursive, so no depth is too deep. */
export function digestOf(tree: JsonTree): number {
  const end = nodeBehind(tree, 0)
  const digests: Digests = new Int32Array(end)
  const names = createDistinct(digests)
  // From the end, so that the parts of a value have their digests before the value.
  for (let node = end - size; node >= 0; node -= size) {
    const kind = kindAt(tree, node)
    if (kind === 'object') putMembers(tree, node, digests, names)
    else if (kind === 'array') putElements(tree, node, digests)
    else if (kind === 'string') putText(digests, node, 1, inside(tree, node))
    else if (kind === 'number') putNumber(tree, node, digests)
    else putText(digests, node, 2, written(tree, node))
  }
  return joined(digests, 0)
}

/** Returns a digest of the text itself, not of JSON in it. */
export function digestOfText(text: string): number {
  const digests: Digests = new Int32Array(2)
  putText(digests, 0, 1, whole(text))
  return joined(digests, 0)
}

/** Numbers per node. */
const size = 3

/** The digests by node, in two independent parts: 32 bits at the node, and 20 bits after it. */
type Digests = Int32Array

/** The order does not matter. Of members with the same name, the last one counts. */
function putMembers(tree: JsonTree, node: JsonNode, digests: Digests, names: Distinct): void {
  const count = countAt(tree, node)
  let distinct = count
  let at = firstIn(node)
  if (count === 1) addMember(digests, node, at)
  else if (count > 1) {
    names.begin(count)
    for (let i = 0; i < count; i++) {
      names.put(at)
      at = nodeBehind(tree, firstIn(at))
    }
    distinct = 0
    for (let slot = names.size() - 1; slot >= 0; slot--) {
      const name = names.at(slot)
      if (name === 0) continue
      distinct++
      addMember(digests, node, name)
    }
  }
  const one = begin(3, distinct)
  const other = beginOther(one, distinct) + partAt(digests, node + 1)
  put(digests, node, one + partAt(digests, node), (other | 0) >>> 12)
}

/** Adds a member to the sums at its object. */
function addMember(digests: Digests, node: JsonNode, name: JsonNode): void {
  const value = firstIn(name)
  const named = mixed(memberBegin, partAt(digests, name))
  const namedOther = mixedOther(memberBeginOther, partAt(digests, name + 1))
  digests[node] = partAt(digests, node) + mixed(named, partAt(digests, value))
  digests[node + 1] = partAt(digests, node + 1) + mixedOther(namedOther, partAt(digests, value + 1))
}

function putElements(tree: JsonTree, node: JsonNode, digests: Digests): void {
  const count = countAt(tree, node)
  let one = begin(5, count)
  let other = beginOther(one, count)
  let at = firstIn(node)
  for (let i = 0; i < count; i++) {
    one = mixed(one, partAt(digests, at))
    other = mixedOther(other, partAt(digests, at + 1))
    at = nodeBehind(tree, at)
  }
  put(digests, node, one, other)
}

/** A part of a text. No string is made of it. */
interface Range {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly hasEscapes: boolean
}

function whole(text: string): Range {
  return { text, from: 0, to: text.length, hasEscapes: false }
}

function written(tree: JsonTree, node: JsonNode): Range {
  const [from, to] = [startOf(tree, node), endOf(tree, node)]
  return { text: tree.text, from, to, hasEscapes: false }
}

/** Returns the characters of a string, which may be written as escapes. */
function inside(tree: JsonTree, node: JsonNode): Range {
  const { text, from, to } = written(tree, node)
  return { text, from: from + 1, to: to - 1, hasEscapes: isEscaped(tree, node) }
}

/** Puts the digest of a number's value: its digits without outer zeros, and their power of ten. */
function putNumber(tree: JsonTree, node: JsonNode, digests: Digests): void {
  const { text, from, to } = written(tree, node)
  const isNegative = text.charCodeAt(from) === minus
  let [one, other] = [numberBegin, numberBeginOther]
  let [isZero, isFraction] = [true, false]
  let power = 0
  /** Zeros that count only before another digit. */
  let zeros = 0
  let at = isNegative ? from + 1 : from
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code > nine) break
    if (code === point) {
      isFraction = true
      continue
    }
    if (isFraction) power--
    if (code === zero) {
      zeros++
      continue
    }
    for (let left = isZero ? 0 : zeros; left >= 0; left--) {
      const unit = left > 0 ? zero : code
      one = Math.imul(one ^ unit, oneFactor)
      other = Math.imul(other ^ unit, otherFactor)
    }
    zeros = 0
    isZero = false
  }
  const exponent = at < to ? exponentIn(text, at + 1, to) : 0
  if (isZero) put(digests, node, mixed(one, 0), mixedOther(other, 0))
  else if (exponent === undefined) {
    putText(digests, node, 6, whole(canonicalNumber(text.slice(from, to))))
  } else {
    power += zeros + exponent
    const rest = 2 * Math.floor(power / 2 ** 32) + Number(isNegative)
    one = mixed(mixed(one, power), rest)
    put(digests, node, one, mixedOther(mixedOther(other, power), rest))
  }
}

/** Returns `undefined` for more than 15 digits. */
function exponentIn(text: string, from: number, to: number): number | undefined {
  const sign = text.charCodeAt(from)
  let at = sign === minus || sign === plus ? from + 1 : from
  while (text.charCodeAt(at) === zero) at++
  if (to - at > 15) return undefined
  let value = 0
  for (; at < to; at++) value = 10 * value + text.charCodeAt(at) - zero
  return sign === minus ? -value : value
}

const plus = 0x2b
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const nine = 0x39

/** Two products of 32 bits, with different starts and factors. */
function putText(digests: Digests, at: JsonNode, kind: number, range: Range): void {
  const { text, from, to, hasEscapes } = range
  const length = hasEscapes ? countUnits(range) : to - from
  let one = begin(kind, length)
  let other = beginOther(one, length)
  for (let i = from; i < to; i += hasEscapes ? lengthOfUnit(text, i) : 1) {
    const unit = hasEscapes ? unitAt(text, i) : text.charCodeAt(i)
    one = Math.imul(one ^ unit, oneFactor)
    other = Math.imul(other ^ unit, otherFactor)
  }
  put(digests, at, spread(one), spread(other) >>> 12)
}

function countUnits({ text, from, to }: Range): number {
  let count = 0
  for (let i = from; i < to; i += lengthOfUnit(text, i)) count++
  return count
}

function put(digests: Digests, at: JsonNode, one: number, other: number): void {
  digests[at] = one
  digests[at + 1] = other
}

function partAt(digests: Digests, at: number): number {
  return digests[at] as number
}

const oneFactor = 0x9e3779b1
const otherFactor = 0x85ebca6b

/** The start of a digest, by kind and length. It uses all bits, so that `[]` and `[[]]` differ. */
function begin(kind: number, length: number): number {
  return spread(Math.imul(length, oneFactor) ^ kind)
}

/** The start of the other part. */
function beginOther(one: number, length: number): number {
  return spread(~one ^ length) >>> 12
}

const numberBegin = begin(6, 0)
const numberBeginOther = beginOther(numberBegin, 0)
const memberBegin = begin(4, 0)
const memberBeginOther = beginOther(memberBegin, 0)

function mixed(digest: number, next: number): number {
  return spread(Math.imul(digest, oneFactor) ^ next)
}

function mixedOther(digest: number, next: number): number {
  return spread(Math.imul(digest, otherFactor) ^ next) >>> 12
}

/** Each bit changes half of the others, as in the last step of MurmurHash3. */
function spread(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

/** Joins both parts to 52 bits, which fit in a double. */
function joined(digests: Digests, at: JsonNode): number {
  return (partAt(digests, at) >>> 0) * 2 ** 20 + partAt(digests, at + 1)
}
