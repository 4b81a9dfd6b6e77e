// Default ids for the rules in a document. They are the same each time it is read.
import { maxNameBytes } from '../model/endpoint/endpoint.ts'
import { byteLength } from '../model/json/utf8.ts'

/** Returns the rule's own id, or one from its place. Call it for each rule of a list, in order. */
export type IdOf = (endpoint: string | undefined, own: string | undefined) => string | undefined

export function createIds(): IdOf {
  const places = new Map<string, number>()
  return (endpoint, own) => {
    if (endpoint === undefined) return own
    const place = (places.get(endpoint) ?? 0) + 1
    places.set(endpoint, place)
    return own ?? idFor(endpoint, place)
  }
}

function idFor(endpoint: string, place: number): string {
  // Differs from the ids that the service gives (`orders-1`), so that no rule replaces another.
  const id = `${endpoint}.${place}`
  return byteLength(id) <= maxNameBytes ? id : `rule.${place}`
}
