// The values of a JSON text (RFC 8259), by their places in it. They are found in one pass, and
// copied only when they are needed. Nothing in it is recursive, so no depth is too deep.
import { createScanner, Token } from '../../model/json/json-scanner.ts'
import { unescaped } from '../../model/json/unescaped.ts'
import { canonicalNumber } from './canonical-number.ts'

/** A value or a name in a tree. The root is 0. */
export type JsonNode = number

export interface JsonTree {
  readonly text: string
  /**
   * Three numbers for each value and name, in the order of the text:
   * - an array or object: its start, its number of values, and the node after it;
   * - anything else: its start, its end, and 1 if it is a string with escapes, otherwise 0.
   */
  readonly nodes: Int32Array
  /** Cached texts made from long values, by node. */
  readonly texts: Map<JsonNode, string>
  readonly members: Map<JsonNode, ReadonlyMap<string, JsonNode>>
  /** The functions that find members, by the node of their object. */
  finders: Map<JsonNode, FindMember> | undefined
}

export type FindMember = (name: string) => JsonNode | undefined

/** Numbers per node. */
const size = 3
const none: JsonNode = -1

/** What may come next. The first two allow a value. */
const value = 0
const valueOrEnd = 1
const name = 2
const nameOrEnd = 3
const colon = 4
const commaOrEnd = 5

/** Reads a JSON text. Returns `undefined` if it is not valid JSON. */
export function readTree(text: string): JsonTree | undefined {
  const scanner = createScanner(text, text.length + 1)
  const nodes = new Int32Array(size * mostNodes(text))
  let end = 0
  /** The open array or object. Until it is closed, its third number is the node around it. */
  let open = none
  /** The token that opened it. */
  let inside: number = Token.end
  let expected = value
  for (;;) {
    const token = scanner.scan()
    switch (token) {
      case Token.openBrace:
      case Token.openBracket:
        if (expected > valueOrEnd || end === nodes.length) return undefined
        if (open !== none) (nodes[open + 1] as number)++
        put(nodes, end, scanner.start(), 0, open)
        open = end
        end += size
        inside = token
        expected = token === Token.openBrace ? nameOrEnd : valueOrEnd
        break
      case Token.closeBrace:
      case Token.closeBracket: {
        if (expected !== commaOrEnd && expected !== nameOrEnd && expected !== valueOrEnd) return
        if (inside !== (token === Token.closeBrace ? Token.openBrace : Token.openBracket)) return
        const around = nodes[open + 2] as number
        nodes[open + 2] = end
        open = around
        inside = open === none ? Token.end : openingAt(text, nodes[open] as number)
        expected = commaOrEnd
        break
      }
      case Token.comma:
        if (expected !== commaOrEnd || open === none) return undefined
        expected = inside === Token.openBrace ? name : value
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
        if (!isName && open !== none) (nodes[open + 1] as number)++
        put(nodes, end, scanner.start(), scanner.end(), scanner.isEscaped() ? 1 : 0)
        end += size
        expected = isName ? colon : commaOrEnd
        break
      }
      case Token.end:
        if (expected !== commaOrEnd || open !== none) return undefined
        return treeOf(text, 2 * end < nodes.length ? nodes.slice(0, end) : nodes)
      default:
        return undefined
    }
  }
}

/**
 * Commas, colons and closing brackets are not nodes, so a node takes at least two characters. An
 * invalid text may open more arrays and objects than it can close.
 */
function mostNodes(text: string): number {
  return 1 + (text.length >> 1)
}

function put(nodes: Int32Array, at: number, first: number, second: number, third: number): void {
  nodes[at] = first
  nodes[at + 1] = second
  nodes[at + 2] = third
}

/** Returns the token that opens the array or object at an offset. */
function openingAt(text: string, offset: number): number {
  return text.charCodeAt(offset) === openBrace ? Token.openBrace : Token.openBracket
}

function treeOf(text: string, nodes: Int32Array): JsonTree {
  return { text, nodes, texts: new Map(), members: new Map(), finders: undefined }
}

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

/** Returns the number of members of an object, duplicates included, or elements of an array. */
export function countAt({ nodes }: JsonTree, node: JsonNode): number {
  return nodes[node + 1] as number
}

/** Returns the first name or element of a non-empty object or array, or the value of a name. */
export function firstIn(node: JsonNode): JsonNode {
  return node + size
}

/** Returns the node after a value and everything in it. */
export function nodeBehind(tree: JsonTree, node: JsonNode): JsonNode {
  const start = tree.text.charCodeAt(startOf(tree, node))
  const isOpen = start === openBrace || start === openBracket
  return isOpen ? (tree.nodes[node + 2] as number) : node + size
}

/** Returns a string, number, literal or name as it is written, or its first characters. */
export function writtenAt(tree: JsonTree, node: JsonNode, most: number = tree.text.length): string {
  const start = startOf(tree, node)
  return tree.text.slice(start, Math.min(endOf(tree, node), start + most))
}

/** Returns the characters of a string or name, without escapes. */
export function stringAt(tree: JsonTree, node: JsonNode): string {
  if (isEscaped(tree, node)) return remembered(tree, node, unescaped)
  return tree.text.slice(startOf(tree, node) + 1, endOf(tree, node) - 1)
}

/** Whether a string or name has escapes. */
export function isEscaped({ nodes }: JsonTree, node: JsonNode): boolean {
  return nodes[node + 2] !== 0
}

/** Returns the one spelling of a number's value. */
export function numberAt(tree: JsonTree, node: JsonNode): string {
  return remembered(tree, node, canonicalNumber)
}

/** Returns the values of an object by name: the last one, if several have the same name. */
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

/** Returns where a value or name starts in the text. */
export function startOf({ nodes }: JsonTree, node: JsonNode): number {
  return nodes[node] as number
}

/** Returns where a string, number, literal or name ends: the offset after it. */
export function endOf({ nodes }: JsonTree, node: JsonNode): number {
  return nodes[node + 1] as number
}

/** Returns the result of `make`, which is cached for a long text. */
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
