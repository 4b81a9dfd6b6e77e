// The ids of rules in a document that gives them none: the same each time it is read.
import { maxNameBytes } from '../model/endpoint/endpoint.ts'
import { byteLength } from '../model/json/utf8.ts'

/** To be called for each rule of a list in order. Returns its own id, or one by its place. */
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
  // Not as the service calls rules, `orders-1`: one would replace the other.
  const id = `${endpoint}.${place}`
  return byteLength(id) <= maxNameBytes ? id : `rule.${place}`
}
