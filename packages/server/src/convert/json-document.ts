// JSON text, opened as far as somebody looks: what is not looked at is neither parsed nor copied,
// and each value keeps its source text.
import { partsOf, readMembers, runYielding } from '@mock-endpoint/core/documents'

export interface JsonNode {
  /** The value as it stands in the document. */
  readonly text: string
  readonly isObject: boolean
  readonly isArray: boolean
  /** The value of a string; of anything else nothing. */
  string(): string | undefined
  /** A member of an object; of anything else nothing. */
  get(name: string): JsonNode | undefined
  /** The members of an object, in order; of a name that is there twice, the last. */
  members(): ReadonlyMap<string, JsonNode>
  /** The elements of an array, in order. */
  elements(): readonly JsonNode[]
}

/** Rejects with a `Problem`, `invalid-json` or `too-deep`, that has line and column. */
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
