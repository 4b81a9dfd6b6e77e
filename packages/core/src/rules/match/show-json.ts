// Values in messages: the beginning of each, whatever its size and depth.
import { nothing } from '../../model/rule/rule.ts'
import type { JsonDifference } from './json-contains.ts'
import {
  countAt,
  firstIn,
  type JsonNode,
  type JsonTree,
  kindAt,
  nodeBehind,
  writtenAt,
} from './json-tree.ts'

/** How many characters of a value are shown. */
const longest = 200

/** A text as a message shows it. */
export function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** The beginning of a value as it is written, without white space. Stops as soon as it is long enough. */
export function showJson(tree: JsonTree, node: JsonNode | undefined): string {
  let shown = ''
  /** Each level writes a character, so the depth is bounded with the length. */
  function write(each: JsonNode): void {
    const kind = kindAt(tree, each)
    if (kind !== 'object' && kind !== 'array') {
      shown += writtenAt(tree, each, longest + 1)
      return
    }
    shown += kind === 'object' ? '{' : '['
    const count = countAt(tree, each)
    let at = firstIn(each)
    for (let i = 0; i < count && shown.length <= longest; i++) {
      if (i > 0) shown += ','
      if (kind === 'object') {
        shown += `${writtenAt(tree, at, longest + 1)}:`
        at = firstIn(at)
      }
      write(at)
      at = nodeBehind(tree, at)
    }
    shown += kind === 'object' ? '}' : ']'
  }
  if (node === undefined) return nothing
  write(node)
  return shorten(shown)
}

/** A JSON Pointer (RFC 6901) to a difference, or its beginning. */
export function showPlace({ path }: JsonDifference): string {
  // With its slash, each step has a character at least.
  const steps = path.slice(-longest - 1).reverse()
  const escaped = steps.map((step) =>
    shorten(String(step)).replaceAll('~', '~0').replaceAll('/', '~1'),
  )
  return shorten(escaped.map((step) => `/${step}`).join(''))
}
