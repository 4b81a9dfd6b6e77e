// The source of a value in a JSON text, as it is written there.
import { createScanner, Token } from '../../model/json/json-scanner.ts'
import {
  type JsonNode,
  type JsonTree,
  kindAt,
  nodeBehind,
  startOf,
  writtenAt,
} from './json-tree.ts'
import type { Steps } from './steps.ts'

/**
 * Returns a value as it is written. Takes time in proportion to it, and a step for each four of its
 * tokens; `undefined` if there are not enough steps.
 */
export function sourceAt(tree: JsonTree, node: JsonNode, steps: Steps): string | undefined {
  const kind = kindAt(tree, node)
  if (kind !== 'object' && kind !== 'array') return writtenAt(tree, node)
  const start = startOf(tree, node)
  // Its last bracket comes before the next value, or before the end of the text.
  const behind = nodeBehind(tree, node)
  const limit = behind < tree.nodes.length ? startOf(tree, behind) : tree.text.length
  const scanner = createScanner(tree.text.slice(start, limit), limit)
  let depth = 0
  for (let tokens = 1; ; tokens++) {
    if (tokens % 4 === 0 && !steps.take(1)) return undefined
    const token = scanner.scan()
    if (token === Token.openBrace || token === Token.openBracket) depth++
    else if (token === Token.closeBrace || token === Token.closeBracket) depth--
    if (depth === 0) return tree.text.slice(start, start + scanner.end())
  }
}
