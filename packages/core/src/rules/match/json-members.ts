// Finds the members of an object in a JSON text by name. The cost of preparing this depends only on
// the length of the object, because no string is made of a name without escapes.
import { lengthOfUnit, unitAt } from '../../model/json/unescaped.ts'
import {
  countAt,
  endOf,
  type FindMember,
  firstIn,
  isEscaped,
  type JsonNode,
  type JsonTree,
  membersAt,
  nodeBehind,
  startOf,
  stringAt,
} from './json-tree.ts'

/** Returns the value of a member: of the last one, if several have the same name. */
export function memberAt(tree: JsonTree, node: JsonNode, name: string): JsonNode | undefined {
  tree.finders ??= new Map()
  const known = tree.finders.get(node)
  if (known) return known(name)
  const count = countAt(tree, node)
  const find = (count > few && indexed(tree, node, count)) || inMap(tree, node)
  // Kept for other rules, which look into the same object.
  tree.finders.set(node, find)
  return find(name)
}

function inMap(tree: JsonTree, node: JsonNode): FindMember {
  const members = membersAt(tree, node)
  return (name) => members.get(name)
}

/** With so few members, a `Map` is as fast. */
const few = 32
/** Numbers per slot: a hash, and the node of the name. */
const slot = 2
/** How far from its slot a name may be. Only names that were chosen to collide are further. */
const farthest = 64
/** Maximum number of hash collisions, because each takes time in proportion to the names. */
const mostMistaken = 4

/** Makes a hash table with open addressing. Returns `undefined` if too many hashes collide. */
function indexed(tree: JsonTree, node: JsonNode, count: number): FindMember | undefined {
  const slots = 2 ** Math.ceil(Math.log2(2 * count))
  const last = slots - 1
  const table = new Int32Array(slot * slots)
  const seed = Math.floor(Math.random() * 2 ** 31)

  /** Returns the place where the name is or would be; -1 if it is too far. */
  function slotOf(hash: number, isIt: (node: JsonNode) => boolean): number {
    for (let i = 0, at = hash & last; i < farthest; i++, at = (at + 1) & last) {
      const found = table[slot * at + 1] as number
      if (found === 0 || (table[slot * at] === hash && isIt(found))) return slot * at
    }
    return -1
  }

  let at = firstIn(node)
  let mistaken = 0
  for (let i = 0; i < count; i++) {
    const name = at
    const [start, end] = [startOf(tree, name) + 1, endOf(tree, name) - 1]
    const hash = hashOf({ text: tree.text, start, end, isEscaped: isEscaped(tree, name), seed })
    // After too many collisions, the search ends as if the name were found.
    const to = slotOf(hash, (other) => {
      const isSame = isNamed(tree, other, stringAt(tree, name))
      if (!isSame) mistaken++
      return isSame || mistaken > mostMistaken
    })
    if (to < 0 || mistaken > mostMistaken) return undefined
    table[to] = hash
    table[to + 1] = name
    at = nodeBehind(tree, firstIn(name))
  }
  return (name) => {
    const hash = hashOf({ text: name, start: 0, end: name.length, isEscaped: false, seed })
    const from = slotOf(hash, (found) => isNamed(tree, found, name))
    const found = from < 0 ? 0 : (table[from + 1] as number)
    return found === 0 ? undefined : firstIn(found)
  }
}

function isNamed(tree: JsonTree, node: JsonNode, name: string): boolean {
  const { text } = tree
  let at = startOf(tree, node) + 1
  const end = endOf(tree, node) - 1
  if (!isEscaped(tree, node)) return end - at === name.length && text.startsWith(name, at)
  for (let i = 0; i < name.length; i++) {
    if (at >= end || unitAt(text, at) !== name.charCodeAt(i)) return false
    at += lengthOfUnit(text, at)
  }
  return at === end
}

/** Number of characters of a name that its hash includes. */
const hashed = 64

/** Returns the hash of the characters of a name, from `start` to `end` in a text. */
function hashOf({ text, start, end, isEscaped, seed }: Hashed): number {
  let hash = seed
  for (let i = 0, at = start; i < hashed && at < end; i++) {
    const unit = isEscaped ? unitAt(text, at) : text.charCodeAt(at)
    at += isEscaped ? lengthOfUnit(text, at) : 1
    hash = Math.imul(hash ^ unit, 0x01000193)
    hash ^= hash >>> 13
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
}

interface Hashed {
  readonly text: string
  /** The range of the name in the text. */
  readonly start: number
  readonly end: number
  /** Whether the name has escapes. */
  readonly isEscaped: boolean
  readonly seed: number
}
