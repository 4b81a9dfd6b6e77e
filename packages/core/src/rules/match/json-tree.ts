// The values of a JSON text (RFC 8259), by their places in it: found in one pass, and copied out only
// where somebody asks. Nothing in it is recursive, so no depth is too deep.
import { createScanner, Token } from '../../model/json/json-scanner.ts'
import { canonicalNumber } from './canonical-number.ts'

/** A value or a name in a tree. The whole is 0. */
export type JsonNode = number

export interface JsonTree {
  readonly text: string
  /**
   * Three numbers for each value and name, in the order of the text:
   * - an array or object: its start, how many values it holds, and the node behind it;
   * - anything else: its start, its end, and 1 if it is a string with escapes, otherwise 0.
   */
  readonly nodes: Int32Array
  /** What was asked for before of long values, by its node. */
  readonly texts: Map<JsonNode, string>
  readonly members: Map<JsonNode, ReadonlyMap<string, JsonNode>>
  /** What finds members, by the node of their object. */
  finders: Map<JsonNode, FindMember> | undefined
}

export type FindMember = (name: string) => JsonNode | undefined

/** How many numbers a node has. */
const size = 3
const none: JsonNode = -1

/** What may come next; the first two are values. */
const value = 0
const valueOrEnd = 1
const name = 2
const nameOrEnd = 3
const colon = 4
const commaOrEnd = 5

/** `undefined` when the text is not JSON. */
export function readTree(text: string): JsonTree | undefined {
  const scanner = createScanner(text, text.length + 1)
  const reading = createReading(text)
  let expected = value
  for (;;) {
    const token = scanner.scan()
    switch (token) {
      case Token.openBrace:
      case Token.openBracket:
        if (expected > valueOrEnd || reading.isFull()) return undefined
        reading.enter(scanner.start())
        expected = token === Token.openBrace ? nameOrEnd : valueOrEnd
        break
      case Token.closeBrace:
      case Token.closeBracket:
        if (expected !== commaOrEnd && expected !== nameOrEnd && expected !== valueOrEnd) return
        if (reading.inside() !== (token === Token.closeBrace ? openBrace : openBracket)) return
        reading.leave()
        expected = commaOrEnd
        break
      case Token.comma:
        if (expected !== commaOrEnd || reading.inside() === nothing) return undefined
        expected = reading.inside() === openBrace ? name : value
        break
      case Token.colon:
        if (expected !== colon) return undefined
        expected = value
        break
      case Token.string:
      case Token.number:
      case Token.literal: {
        const isName = expected === name || expected === nameOrEnd
        if (isName ? token !== Token.string : expected > valueOrEnd) return undefined
        if (!isName) reading.count()
        reading.put(scanner.start(), scanner.end(), scanner.isEscaped() ? 1 : 0)
        expected = isName ? colon : commaOrEnd
        break
      }
      case Token.end:
        if (expected !== commaOrEnd || reading.inside() !== nothing) return undefined
        return {
          text,
          nodes: reading.nodes(),
          texts: new Map(),
          members: new Map(),
          finders: undefined,
        }
      default:
        return undefined
    }
  }
}

/** The nodes that were found, and the array or object that is open. */
interface Reading {
  put(start: number, second: number, third: number): void
  /** Counts a value for the one that is open. */
  count(): void
  /** Opens one. */
  enter(start: number): void
  /** Closes the one that is open. */
  leave(): void
  /** Whether more are open than the text can close. */
  isFull(): boolean
  /** The bracket of the one that is open, or `nothing`. */
  inside(): number
  nodes(): Int32Array
}

function createReading(text: string): Reading {
  // Between two values or names stands a comma or a colon, and what opens has an end.
  const nodes = new Int32Array(size * (1 + (text.length >> 1)))
  let end = 0
  /** While one is open, its third number is the one around it. */
  let open = none

  function put(start: number, second: number, third: number): void {
    nodes[end] = start
    nodes[end + 1] = second
    nodes[end + 2] = third
    end += size
  }
  function count(): void {
    if (open !== none) (nodes[open + 1] as number)++
  }
  return {
    put,
    count,
    enter(start) {
      count()
      put(start, 0, open)
      open = end - size
    },
    leave() {
      const around = nodes[open + 2] as number
      nodes[open + 2] = end
      open = around
    },
    isFull: () => end === nodes.length,
    inside: () => (open === none ? nothing : text.charCodeAt(nodes[open] as number)),
    nodes: () => (2 * end < nodes.length ? nodes.slice(0, end) : nodes),
  }
}

/** No bracket. */
const nothing = 0

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal'

export function kindAt(tree: JsonTree, node: JsonNode): JsonKind {
  switch (tree.text.charCodeAt(startOf(tree, node))) {
    case openBrace:
      return 'object'
    case openBracket:
      return 'array'
    case quote:
      return 'string'
    case 0x74:
    case 0x66:
    case 0x6e:
      return 'literal'
    default:
      return 'number'
  }
}

/** How many members an object has, duplicates included, or elements an array. */
export function countAt({ nodes }: JsonTree, node: JsonNode): number {
  return nodes[node + 1] as number
}

/** The first name or element of an object or array that has one; the value of a name. */
export function firstIn(node: JsonNode): JsonNode {
  return node + size
}

/** What comes behind a value, with all that is in it. */
export function nodeBehind(tree: JsonTree, node: JsonNode): JsonNode {
  const start = tree.text.charCodeAt(startOf(tree, node))
  const isOpen = start === openBrace || start === openBracket
  return isOpen ? (tree.nodes[node + 2] as number) : node + size
}

/** A string, number, literal or name as it is written, or its first characters. */
export function writtenAt(tree: JsonTree, node: JsonNode, most: number = tree.text.length): string {
  const start = startOf(tree, node)
  return tree.text.slice(start, Math.min(endOf(tree, node), start + most))
}

/** What a string or name spells. */
export function stringAt(tree: JsonTree, node: JsonNode): string {
  if (isEscaped(tree, node)) return remembered(tree, node, unescaped)
  return tree.text.slice(startOf(tree, node) + 1, endOf(tree, node) - 1)
}

/** Whether a string or name has escapes. */
export function isEscaped({ nodes }: JsonTree, node: JsonNode): boolean {
  return nodes[node + 2] !== 0
}

/** The one spelling of a number's value. */
export function numberAt(tree: JsonTree, node: JsonNode): string {
  return remembered(tree, node, canonicalNumber)
}

/** The values of an object by their names: of those that have the same name, the last one. */
export function membersAt(tree: JsonTree, node: JsonNode): ReadonlyMap<string, JsonNode> {
  const former = tree.members.get(node)
  if (former) return former
  const members = new Map<string, JsonNode>()
  const count = countAt(tree, node)
  let at = firstIn(node)
  for (let i = 0; i < count; i++) {
    const of = firstIn(at)
    members.set(stringAt(tree, at), of)
    at = nodeBehind(tree, of)
  }
  tree.members.set(node, members)
  return members
}

/** Where a value or name starts in the text. */
export function startOf({ nodes }: JsonTree, node: JsonNode): number {
  return nodes[node] as number
}

/** Where a string, number, literal or name ends: the offset after it. */
export function endOf({ nodes }: JsonTree, node: JsonNode): number {
  return nodes[node + 1] as number
}

/** What is made of a text, made once when the text is long. */
function remembered(tree: JsonTree, node: JsonNode, make: (text: string) => string): string {
  const written = writtenAt(tree, node)
  if (written.length < longText) return make(written)
  const made = tree.texts.get(node) ?? make(written)
  tree.texts.set(node, made)
  return made
}

const longText = 64
const quote = 0x22
const openBracket = 0x5b
const openBrace = 0x7b

function unescaped(written: string): string {
  return JSON.parse(written) as string
}
