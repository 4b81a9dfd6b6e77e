// The limits on the number of rules and on the memory that they use.
import { Problem } from '../../model/problem/problem.ts'
import { mostRules, mostRulesOfEndpoint, type Rule } from '../../model/rule/rule.ts'
import { inMebibytes, mostWeight } from '../../model/rule/rule-weight.ts'
import type { EndpointStore, StoredRule } from '../../model/store/store.ts'
import { createPause } from '../../model/time/yielding.ts'
import type { NextRules } from './next-rules.ts'
import {
  createPermanentWeights,
  type PermanentWeights,
  type WeighedRule,
} from './permanent-weights.ts'

/** Memory limit for the permanent rules of an endpoint, in bytes. */
const mostWeightOfEndpoint = 32 * 1024 * 1024

/** The existing rules. */
export interface Kept {
  readonly store: EndpointStore
  readonly next: NextRules
  /** Whether a rule belongs in the store. */
  readonly isStored: (rule: Rule) => boolean
}

/** A rule to be added. */
export interface Added extends WeighedRule {
  /** The permanent rule that it replaces. */
  readonly former: StoredRule | undefined
}

/**
 * Calls `put` if there is room for the added rules, whose ids must be unique. Rejects with
 * `too-many-rules` if there is no room, and as `put` does.
 */
export type WithRoom = (added: readonly Added[], put: () => Promise<void>) => Promise<void>

export function createWithRoom(kept: Kept): WithRoom {
  const weights = createPermanentWeights(kept.store)
  return async (added, put) => {
    await checkCounts(kept, added)
    checkNext(kept, added)
    const permanent = byEndpoint(added.filter(({ rule }) => kept.isStored(rule)))
    const counted: [endpoint: string, own: readonly Added[]][] = []
    let isWritten = false
    try {
      for (const [endpoint, own] of permanent) {
        await checkPermanent(weights, endpoint, own)
        counted.push([endpoint, own])
      }
      await put()
      isWritten = true
    } finally {
      for (const [endpoint, own] of counted) weights.settle(endpoint, own, isWritten)
    }
  }
}

function checkNext({ next, isStored }: Kept, added: readonly Added[]): void {
  const ending = added.filter(({ rule }) => !isStored(rule))
  let growth = 0
  for (const { rule, weight } of ending) growth += weight - next.weightOf(rule.id)
  if (ending.length === 0 || next.weight + growth <= mostWeight) return
  const what = `All temporary rules together may take ${inMebibytes(mostWeight)} of memory`
  throw tooMany(what, mostWeight)
}

async function checkPermanent(
  weights: PermanentWeights,
  endpoint: string,
  added: readonly Added[],
): Promise<void> {
  if (added.every(isLight)) return weights.note(endpoint, added)
  if (await weights.fit(endpoint, added, mostWeightOfEndpoint)) return
  const what = `The rules of \`${endpoint}\` together may take ${inMebibytes(mostWeightOfEndpoint)} of memory`
  throw tooMany(what, mostWeightOfEndpoint)
}

function byEndpoint(added: readonly Added[]): ReadonlyMap<string, readonly Added[]> {
  const found = new Map<string, Added[]>()
  for (const each of added) {
    const own = found.get(each.rule.endpoint)
    if (own) own.push(each)
    else found.set(each.rule.endpoint, [each])
  }
  return found
}

/** Whether even the maximum number of rules of this weight would have room. */
function isLight({ weight }: Added): boolean {
  return weight * mostRulesOfEndpoint <= mostWeightOfEndpoint
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
  throw tooMany(`All endpoints together may have ${mostRules} rules, and have ${count}`, mostRules)
}

/** Returns how many rules each endpoint gains. A rule that is replaced counts as one less. */
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
