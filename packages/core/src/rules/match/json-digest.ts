// A digest of a JSON value. Equal values have the same digest; others nearly always differ.
import { canonicalNumber } from './canonical-number.ts'
import {
  countAt,
  firstIn,
  type JsonNode,
  type JsonTree,
  kindAt,
  nodeBehind,
  stringAt,
  writtenAt,
} from './json-tree.ts'

/** Returns a digest, in time linear in the text. Not recursive, so no depth is too deep. */
export function digestOf(tree: JsonTree): number {
  const end = nodeBehind(tree, 0)
  const digests = new Float64Array(end / size)
  // From the end, so that the parts of a value have their digests before the value.
  for (let node = end - size; node >= 0; node -= size) {
    digests[node / size] = digestAt(tree, node, digests)
  }
  return digests[0] ?? 0
}

/** Returns a digest of the text itself, not of JSON in it. */
export function digestOfText(text: string): number {
  return ofText(text, 1)
}

/** Numbers per node. */
const size = 3

function digestAt(tree: JsonTree, node: JsonNode, digests: Float64Array): number {
  switch (kindAt(tree, node)) {
    case 'object':
      return ofMembers(tree, node, digests)
    case 'array':
      return ofElements(tree, node, digests)
    case 'string':
      return ofText(stringAt(tree, node), 1)
    case 'number':
      return ofNumber(writtenAt(tree, node))
    case 'literal':
      return ofText(writtenAt(tree, node), 2)
  }
}

/** The order does not matter. Of members with the same name, the last one counts. */
function ofMembers(tree: JsonTree, node: JsonNode, digests: Float64Array): number {
  const count = countAt(tree, node)
  const names = new Map<number, number>()
  let at = firstIn(node)
  for (let i = 0; i < count; i++) {
    const value = firstIn(at)
    names.set(digests[at / size] ?? 0, digests[value / size] ?? 0)
    at = nodeBehind(tree, value)
  }
  const begin = beginOf(3, names.size)
  let [sum, other] = [low(begin), high(begin)]
  for (const [name, value] of names) {
    const member = mixed(mixed(memberBegin, name), value)
    sum = (sum + low(member)) | 0
    other = (other + high(member)) | 0
  }
  return joined(sum, other)
}

const memberBegin = beginOf(4, 0)

function ofElements(tree: JsonTree, node: JsonNode, digests: Float64Array): number {
  const count = countAt(tree, node)
  let digest = beginOf(5, count)
  let at = firstIn(node)
  for (let i = 0; i < count; i++) {
    digest = mixed(digest, digests[at / size] ?? 0)
    at = nodeBehind(tree, at)
  }
  return digest
}

/** By value: as a double where that is exact. */
function ofNumber(written: string): number {
  if (written.length <= exactDigits) return ofText(String(Number(written) || 0), 6)
  const canonical = canonicalNumber(written)
  const [digits = ''] = canonical.split('e')
  return ofText(digits.length <= exactDigits ? String(Number(canonical) || 0) : canonical, 6)
}

/** Number of decimal digits that a double always keeps. */
const exactDigits = 15

/** Two products of 32 bits, with different starts and factors. */
function ofText(text: string, kind: number): number {
  const begin = beginOf(kind, text.length)
  let [one, other] = [low(begin), high(begin)]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    one = Math.imul(one ^ unit, 0x9e3779b1)
    other = Math.imul(other ^ unit, 0x85ebca6b)
  }
  return joined(spread(one), spread(other))
}

/** The start of a digest, by kind and length. It uses all bits, so that `[]` and `[[]]` differ. */
function beginOf(kind: number, length: number): number {
  const one = spread(Math.imul(length, 0x9e3779b1) ^ kind)
  return joined(one, spread(~one ^ length))
}

function mixed(digest: number, next: number): number {
  const one = spread(Math.imul(low(digest), 0x9e3779b1) ^ low(next))
  const other = spread(Math.imul(high(digest), 0x85ebca6b) ^ high(next))
  return joined(one, other)
}

/** Each bit changes half of the others, as in the last step of MurmurHash3. */
function spread(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

/** Joins both to 52 bits, which fit in a double, so that a digest needs no object. */
function joined(one: number, other: number): number {
  return (one >>> 0) * 2 ** 20 + (other >>> 12)
}

function low(digest: number): number {
  return (digest / 2 ** 20) | 0
}

function high(digest: number): number {
  return (digest % 2 ** 20) | 0
}
