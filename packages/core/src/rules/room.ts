// How many rules there may be, and how many bytes they may take.
import { Problem } from '../model/problem.ts'
import { hasEnd, type Rule } from '../model/rule.ts'
import type { EndpointStore, StoredRule } from '../model/store.ts'
import type { NextRules } from './next-rules.ts'

/** How many rules an endpoint may have, and all endpoints together. */
const mostOfEndpoint = 1000
const mostInAll = 100_000
/** How many characters the rules with an end may have, and the lasting ones of an endpoint. */
const mostText = 64 * 1024 * 1024
const mostTextOfEndpoint = 32 * 1024 * 1024

export interface Room {
  readonly store: EndpointStore
  readonly next: NextRules
  /** The lasting rule that is replaced. */
  readonly former: StoredRule | undefined
}

/** Rejects with `too-many-rules` when there is no room for a rule, whose text is so long. */
export async function checkRoom(room: Room, rule: Rule, length: number): Promise<void> {
  await checkCount(room, rule)
  const { store, next } = room
  const { id, endpoint } = rule
  if (hasEnd(rule)) {
    if (next.length - next.lengthOf(id) + length <= mostText) return
    throw tooMany(`All rules with an end may have ${mostText} characters together`, mostText)
  }
  // As many as there may be of this length have room in any case.
  if (length * mostOfEndpoint <= mostTextOfEndpoint) return
  const others = (await store.rulesOf(endpoint)).filter((each) => each.id !== id)
  const total = others.reduce((sum, { text }) => sum + text.length, length)
  if (total <= mostTextOfEndpoint) return
  const what = `The rules of \`${endpoint}\` may have ${mostTextOfEndpoint} characters together`
  throw tooMany(what, mostTextOfEndpoint)
}

async function checkCount({ store, next, former }: Room, { id, endpoint }: Rule): Promise<void> {
  const ofNext = next.of(endpoint) ?? []
  // One that is replaced makes room for the other.
  if (former?.endpoint === endpoint || ofNext.some(({ rule }) => rule.id === id)) return
  const [ofEndpoint, inAll] = await Promise.all([store.countRules(endpoint), store.countRules()])
  if (ofEndpoint + ofNext.length >= mostOfEndpoint) {
    throw tooMany(`\`${endpoint}\` has ${mostOfEndpoint} rules already`, mostOfEndpoint)
  }
  if (inAll + next.count >= mostInAll) {
    throw tooMany(`There are ${mostInAll} rules already`, mostInAll)
  }
}

function tooMany(what: string, limit: number): Problem {
  return new Problem('too-many-rules', `${what}; remove some first.`, { limit })
}
