// How many rules there may be, and how much memory they may take.
import { Problem } from '../model/problem.ts'
import { mostRules, mostRulesOfEndpoint, type Rule } from '../model/rule.ts'
import { inMebibytes, mostWeight } from '../model/rule-weight.ts'
import type { EndpointStore, StoredRule } from '../model/store.ts'
import { createPause } from '../model/turns.ts'
import { createLastingWeights, type LastingWeights, type WeighedRule } from './lasting-weights.ts'
import type { NextRules } from './next-rules.ts'

/** How many bytes the lasting rules of an endpoint may take. */
const mostWeightOfEndpoint = 32 * 1024 * 1024

/** The rules that there are. */
export interface Kept {
  readonly store: EndpointStore
  readonly next: NextRules
  /** Whether a rule belongs to the store. */
  readonly isStored: (rule: Rule) => boolean
}

/** A rule to be added. */
export interface Added extends WeighedRule {
  /** The lasting rule that it replaces. */
  readonly former: StoredRule | undefined
}

/** Makes a check that rejects with `too-many-rules` unless all of these have room. No two have one id. */
export function createCheckRoom(kept: Kept): (added: readonly Added[]) => Promise<void> {
  const weights = createLastingWeights()
  return async (added) => {
    await checkCounts(kept, added)
    checkNext(kept, added)
    await checkLasting(kept, weights, added)
  }
}

function checkNext({ next, isStored }: Kept, added: readonly Added[]): void {
  const ending = added.filter(({ rule }) => !isStored(rule))
  let growth = 0
  for (const { rule, weight } of ending) growth += weight - next.weightOf(rule.id)
  if (ending.length === 0 || next.weight + growth <= mostWeight) return
  const what = `All rules with an end together may take ${inMebibytes(mostWeight)} of memory`
  throw tooMany(what, mostWeight)
}

async function checkLasting(
  { store, isStored }: Kept,
  weights: LastingWeights,
  added: readonly Added[],
): Promise<void> {
  const lasting = added.filter(({ rule }) => isStored(rule))
  // As many as there may be of this weight have room in any case.
  const heavy = lasting.filter(({ weight }) => weight * mostRulesOfEndpoint > mostWeightOfEndpoint)
  const ids = new Set(lasting.map(({ rule }) => rule.id))
  for (const endpoint of new Set(heavy.map(({ rule }) => rule.endpoint))) {
    const own = lasting.filter(({ rule }) => rule.endpoint === endpoint)
    const others = (await store.rulesOf(endpoint)).filter(({ id }) => !ids.has(id))
    if ((await weights.total(endpoint, others, own)) <= mostWeightOfEndpoint) continue
    const most = inMebibytes(mostWeightOfEndpoint)
    const what = `The rules of \`${endpoint}\` together may take ${most} of memory`
    throw tooMany(what, mostWeightOfEndpoint)
  }
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
