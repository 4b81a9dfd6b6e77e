// Takes back a change of a store in memory.
import type { Endpoint, EndpointStore, StoredRule } from '@mock-endpoint/core'
import type { Change } from './save.ts'

/** Notes what the store has of all that will change. Returns what makes it so again. */
export async function takeState(
  store: EndpointStore,
  { endpoints, rules }: Change,
): Promise<() => Promise<void>> {
  const before = new Map<string, Endpoint | undefined>()
  const rulesBefore = new Map<string, StoredRule | undefined>()
  for (const name of endpoints.keys()) {
    before.set(name, await store.get(name))
    for (const rule of await store.rulesOf(name)) rulesBefore.set(rule.id, rule)
  }
  for (const id of rules.keys()) rulesBefore.set(id, await store.getRule(id))
  return async () => {
    for (const [name, endpoint] of before) {
      if (endpoint) await store.put(endpoint)
      else await store.remove(name)
    }
    for (const [id, rule] of rulesBefore) {
      if (rule) await store.putRule(rule)
      else await store.removeRule(id)
    }
  }
}
