// Follows the references of a document (RFC 6901 pointers into itself), each time they are met.
import type { JsonNode } from './json-document.ts'

export interface References {
  /**
   * Returns the node that a reference leads to, or the given node if it is not a reference. Returns
   * `undefined` if there is no node, or if the reference leads nowhere, which `left` reports once.
   */
  follow(node: JsonNode | undefined): JsonNode | undefined
  /** Returns a sentence for each reference that leads nowhere. */
  left(): string[]
}

export function createReferences(root: JsonNode): References {
  const faults = new Map<string, string>()

  function follow(node: JsonNode | undefined): JsonNode | undefined {
    const seen = new Set<string>()
    let current = node
    for (;;) {
      const reference = current?.get('$ref')?.string()
      if (reference === undefined) return current
      const fault = chainFault(seen, reference) ?? faultOf(reference)
      seen.add(reference)
      current = fault === undefined ? find(root, reference) : undefined
      if (current !== undefined) continue
      faults.set(reference, fault ?? 'leads to nothing in this document')
      return undefined
    }
  }

  return {
    follow,
    left: () => [...faults].map(([reference, fault]) => `$ref ${shorten(reference)}: ${fault}.`),
  }
}

/** Maximum number of references in a chain. */
const longestChain = 100

function chainFault(seen: ReadonlySet<string>, reference: string): string | undefined {
  if (seen.has(reference)) return 'leads back to itself'
  return seen.size < longestChain ? undefined : 'follows too many others'
}

/** Returns the fault of a reference that is not a pointer into the same document. */
function faultOf(reference: string): string | undefined {
  if (!reference.startsWith('#')) return 'leads to another document, which is not read'
  if (reference === '#' || reference.startsWith('#/')) return undefined
  return 'is not a path within the document, such as #/components/schemas/Pet'
}

function find(root: JsonNode, reference: string): JsonNode | undefined {
  let node: JsonNode | undefined = root
  for (const step of reference.split('/').slice(1)) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    node = node?.isArray ? node.elements()[Number(name)] : node?.get(name)
  }
  return node
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function shorten(reference: string): string {
  return reference.length > 200 ? `${reference.slice(0, 200)}…` : reference
}
