// JSON text that is opened on demand. Values that are not read are neither parsed nor copied, and
// each value keeps its source text.
import { partsOf, readMembers, runYielding } from '@mock-endpoint/core/documents'

export interface JsonNode {
  /** The source text of the value. */
  readonly text: string
  readonly isObject: boolean
  readonly isArray: boolean
  /** Returns the value of a string, and `undefined` for other values. */
  string(): string | undefined
  /** Returns a member of an object, and `undefined` for other values. */
  get(name: string): JsonNode | undefined
  /** Returns the members of an object, in order. For a duplicate name, the last value wins. */
  members(): ReadonlyMap<string, JsonNode>
  /** Returns the elements of an array, in order. */
  elements(): readonly JsonNode[]
}

/** Checks and opens JSON. Rejects with `invalid-json` or `too-deep`, with line and column. */
export async function openJson(text: string): Promise<JsonNode> {
  await runYielding(readMembers(text, () => {}))
  return createNode(text.trim())
}

const none: readonly JsonNode[] = []

function createNode(text: string): JsonNode {
  const isObject = text.startsWith('{')
  const isArray = text.startsWith('[')
  let members: ReadonlyMap<string, JsonNode> | undefined
  let elements: readonly JsonNode[] | undefined

  function openMembers(): ReadonlyMap<string, JsonNode> {
    const parts = isObject ? partsOf(text) : []
    return new Map(parts.map((part) => [part.key, createNode(part.text)]))
  }

  const node: JsonNode = {
    text,
    isObject,
    isArray,
    string: () => (text.startsWith('"') ? (JSON.parse(text) as string) : undefined),
    get: (name) => node.members().get(name),
    members() {
      members ??= openMembers()
      return members
    },
    elements() {
      elements ??= isArray ? partsOf(text).map((part) => createNode(part.text)) : none
      return elements
    },
  }
  return node
}
