// How many rules there may be, and how many characters they may have.
import { Problem } from '../model/problem.ts'
import { mostRules, mostRulesOfEndpoint, type Rule } from '../model/rule.ts'
import type { EndpointStore, StoredRule } from '../model/store.ts'
import { createPause } from '../model/turns.ts'
import type { NextRules } from './next-rules.ts'

/** How many characters the rules with an end may have, and the lasting ones of an endpoint. */
const mostText = 64 * 1024 * 1024
const mostTextOfEndpoint = 32 * 1024 * 1024

/** The rules that there are. */
export interface Kept {
  readonly store: EndpointStore
  readonly next: NextRules
  /** Whether a rule belongs to the store. */
  readonly isStored: (rule: Rule) => boolean
}

/** A rule to be added. */
export interface Added {
  readonly rule: Rule
  readonly text: string
  /** The lasting rule that it replaces. */
  readonly former: StoredRule | undefined
}

/** Rejects with `too-many-rules` when there is no room for all of these, each of which has an id of its own. */
export async function checkRoom(kept: Kept, added: readonly Added[]): Promise<void> {
  await checkCounts(kept, added)
  const { next, isStored } = kept
  const ending = added.filter(({ rule }) => !isStored(rule))
  const growth = ending.reduce(
    (sum, { rule, text }) => sum + text.length - next.lengthOf(rule.id),
    0,
  )
  if (ending.length > 0 && next.length + growth > mostText) {
    throw tooMany(`All rules with an end may have ${mostText} characters together`, mostText)
  }
  const lasting = added.filter(({ rule }) => isStored(rule))
  // As many as there may be of this length have room in any case.
  const long = lasting.filter(({ text }) => text.length * mostRulesOfEndpoint > mostTextOfEndpoint)
  for (const endpoint of new Set(long.map(({ rule }) => rule.endpoint))) {
    await checkText(kept, endpoint, lasting)
  }
}

async function checkText(
  { store }: Kept,
  endpoint: string,
  lasting: readonly Added[],
): Promise<void> {
  const own = lasting.filter(({ rule }) => rule.endpoint === endpoint)
  const ids = new Set(lasting.map(({ rule }) => rule.id))
  const others = (await store.rulesOf(endpoint)).filter(({ id }) => !ids.has(id))
  const total = [...own, ...others].reduce((sum, { text }) => sum + text.length, 0)
  if (total <= mostTextOfEndpoint) return
  const what = `The rules of \`${endpoint}\` may have ${mostTextOfEndpoint} characters together`
  throw tooMany(what, mostTextOfEndpoint)
}

async function checkCounts({ store, next }: Kept, added: readonly Added[]): Promise<void> {
  const pause = createPause()
  let inAll = 0
  for (const [endpoint, growth] of growths(next, added)) {
    inAll += growth
    if (growth <= 0) continue
    await pause()
    const count = (await store.countRules(endpoint)) + (next.of(endpoint)?.size ?? 0)
    if (count + growth <= mostRulesOfEndpoint) continue
    const what = `An endpoint may have ${mostRulesOfEndpoint} rules, and \`${endpoint}\` has ${count}`
    throw tooMany(what, mostRulesOfEndpoint)
  }
  const count = (await store.countRules()) + next.count
  if (inAll <= 0 || count + inAll <= mostRules) return
  throw tooMany(`There may be ${mostRules} rules, and there are ${count}`, mostRules)
}

/** By how many rules each endpoint grows. One that is replaced makes room for the other. */
function growths(next: NextRules, added: readonly Added[]): ReadonlyMap<string, number> {
  const growths = new Map<string, number>()
  const grow = (endpoint: string, by: number): void => {
    growths.set(endpoint, (growths.get(endpoint) ?? 0) + by)
  }
  for (const { rule, former } of added) {
    const ending = next.find(rule.id)
    if (former) grow(former.endpoint, -1)
    if (ending) grow(ending.endpoint, -1)
    grow(rule.endpoint, 1)
  }
  return growths
}

function tooMany(what: string, limit: number): Problem {
  return new Problem('too-many-rules', `${what}; remove some first.`, { limit })
}
