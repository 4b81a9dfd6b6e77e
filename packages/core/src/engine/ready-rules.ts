// Reads the rules of an endpoint from a store, and prepares them for matching.

import { isTemporary } from '../model/rule/rule.ts'
import { weightOf } from '../model/rule/rule-weight.ts'
import type { EndpointStore, StoredRule } from '../model/store/store.ts'
import { type Awaitable, isPromiseLike } from '../model/time/awaitable.ts'
import { createPause, oneAtATime, runYielding } from '../model/time/yielding.ts'
import { type ActiveRule, createActiveRule } from '../rules/active-rule.ts'
import { readAllStored } from '../rules/kept/read-stored.ts'
import { createRuleList, type RuleList } from '../rules/kept/rule-list.ts'
import { inTryOrder } from '../rules/rules.ts'

export interface ReadyRules {
  readonly rules: RuleList<ActiveRule>
  /** The memory that they take, in bytes. */
  readonly weight: number
}

/** In characters. Endpoints with longer rules are prepared one at a time. */
const longText = 1024 * 1024

/** Returns a function that reads the rules of an endpoint. The result is `undefined` for none. */
export function createReadRules(
  store: EndpointStore,
): (name: string) => Awaitable<ReadyRules | undefined> {
  const inLine = oneAtATime()

  async function toReady(stored: readonly StoredRule[]): Promise<ReadyRules | undefined> {
    if (stored.length === 0) return undefined
    const length = stored.reduce((sum, { text }) => sum + text.length, 0)
    if (length <= longText) return makeReady(stored)
    // They are read again in their turn, so that they take no memory while they wait.
    const { endpoint = '' } = stored[0] ?? {}
    return inLine(async () => makeReady(await store.rulesOf(endpoint)))
  }

  return (name) => {
    const stored = store.rulesOf(name)
    if (isPromiseLike(stored)) return stored.then(toReady)
    return stored.length === 0 ? undefined : toReady(stored)
  }
}

async function makeReady(stored: readonly StoredRule[]): Promise<ReadyRules | undefined> {
  if (stored.length === 0) return undefined
  const read = await runYielding(readAllStored(stored))
  const storedAs = new Map(read.map((rule, i) => [rule, stored[i]]))
  const rules = createRuleList<ActiveRule>()
  const pause = createPause()
  let weight = 0
  for (const rule of inTryOrder(read)) {
    await pause()
    rules.add(createActiveRule(rule, isTemporary(rule) ? storedAs.get(rule) : undefined))
    weight += weightOf(rule)
  }
  return { rules, weight }
}
