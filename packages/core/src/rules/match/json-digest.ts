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
  const digests: Digests = new Int32Array(end)
  // From the end, so that the parts of a value have their digests before the value.
  for (let node = end - size; node >= 0; node -= size) putDigest(tree, node, digests)
  return joined(digests, 0)
}

/** Returns a digest of the text itself, not of JSON in it. */
export function digestOfText(text: string): number {
  const digests: Digests = new Int32Array(2)
  putText(digests, 0, text, 1)
  return joined(digests, 0)
}

/** Numbers per node. */
const size = 3

/** The digests by node, in two independent parts: 32 bits at the node, and 20 bits after it. */
type Digests = Int32Array

function putDigest(tree: JsonTree, node: JsonNode, digests: Digests): void {
  const kind = kindAt(tree, node)
  if (kind === 'object') putMembers(tree, node, digests)
  else if (kind === 'array') putElements(tree, node, digests)
  else if (kind === 'string') putText(digests, node, stringAt(tree, node), 1)
  else if (kind === 'number') putText(digests, node, numberText(writtenAt(tree, node)), 6)
  else putText(digests, node, writtenAt(tree, node), 2)
}

/** The order does not matter. Of members with the same name, the last one counts. */
function putMembers(tree: JsonTree, node: JsonNode, digests: Digests): void {
  const count = countAt(tree, node)
  const names = new Map<number, JsonNode>()
  let at = firstIn(node)
  for (let i = 0; i < count; i++) {
    names.set(joined(digests, at), at)
    at = nodeBehind(tree, firstIn(at))
  }
  let one = begin(3, names.size)
  let other = beginOther(one, names.size)
  for (const name of names.values()) {
    const value = firstIn(name)
    one += mixed(mixed(memberBegin, partAt(digests, name)), partAt(digests, value))
    const named = mixedOther(memberBeginOther, partAt(digests, name + 1))
    other += mixedOther(named, partAt(digests, value + 1))
  }
  put(digests, node, one | 0, (other | 0) >>> 12)
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

/** Returns one text for all spellings of a value: that of a double where it is exact. */
function numberText(written: string): string {
  if (written.length <= exactDigits) return String(Number(written) || 0)
  const canonical = canonicalNumber(written)
  const [digits = ''] = canonical.split('e')
  return digits.length <= exactDigits ? String(Number(canonical) || 0) : canonical
}

/** Number of decimal digits that a double always keeps. */
const exactDigits = 15

/** Two products of 32 bits, with different starts and factors. */
function putText(digests: Digests, at: JsonNode, text: string, kind: number): void {
  let one = begin(kind, text.length)
  let other = beginOther(one, text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    one = Math.imul(one ^ unit, oneFactor)
    other = Math.imul(other ^ unit, otherFactor)
  }
  put(digests, at, spread(one), spread(other) >>> 12)
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
