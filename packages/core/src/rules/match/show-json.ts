// Shows the beginnings of values in messages, whatever their size and depth.
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

/** Maximum number of characters of a value that are shown. */
const longest = 200

/** Shortens a text for a message. */
export function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Returns the beginning of a value as written, without white space. Stops when long enough. */
export function showJson(tree: JsonTree, node: JsonNode | undefined): string {
  let shown = ''
  /** Each level writes a character, so the limit on the length limits the depth too. */
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

/** Returns a JSON Pointer (RFC 6901) to a difference, or its beginning. */
export function showPlace({ path }: JsonDifference): string {
  // Each step has at least one character, its slash, so more steps are never shown.
  const steps = path.slice(-longest - 1).reverse()
  const escaped = steps.map((step) =>
    shorten(String(step)).replaceAll('~', '~0').replaceAll('/', '~1'),
  )
  return shorten(escaped.map((step) => `/${step}`).join(''))
}
