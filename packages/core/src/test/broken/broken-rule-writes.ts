// Stores that write rules where they do not belong, or not all of them.
import type { StoredRule } from '../../model/store/store.ts'
import { all, allIn } from '../../store-contract/cases.ts'
import type { BrokenStore } from './broken-store.ts'

export const brokenRuleWrites: readonly BrokenStore[] = [
  {
    it: 'puts a rule that it replaces at the end',
    breaks: (store) => ({
      async putRule(rule) {
        await store.removeRule(rule.id)
        await store.putRule(rule)
      },
    }),
    fails: 'replaces a rule of the same endpoint in its place',
    says: 'rulesOf("a"): expected',
  },
  {
    it: 'puts a new rule where there is room',
    breaks(store) {
      const places = new Map<string, string[]>()
      return {
        async putRule(rule) {
          const ids = places.get(rule.endpoint) ?? []
          places.set(rule.endpoint, ids)
          if (ids.includes('')) ids[ids.indexOf('')] = rule.id
          else if (!ids.includes(rule.id)) ids.push(rule.id)
          await store.putRule(rule)
        },
        async removeRule(id) {
          for (const ids of places.values()) if (ids.includes(id)) ids[ids.indexOf(id)] = ''
          return store.removeRule(id)
        },
        async rulesOf(endpoint) {
          const ids = places.get(endpoint) ?? []
          const rules = [...(await store.rulesOf(endpoint))]
          return rules.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        },
      }
    },
    fails: 'adds a rule at the end, also when the last one was removed before',
    says: 'ids in rulesOf("a"): expected ["2", "4", "1"], but got ["1", "2", "4"]',
  },
  {
    it: 'leaves a rule where it was when it moves',
    breaks(store) {
      const moved: StoredRule[] = []
      return {
        async putRule(rule) {
          const former = await store.getRule(rule.id)
          if (former && former.endpoint !== rule.endpoint) moved.push(former)
          await store.putRule(rule)
        },
        rulesOf: async (endpoint) => [
          ...moved.filter((rule) => rule.endpoint === endpoint),
          ...(await store.rulesOf(endpoint)),
        ],
      }
    },
    fails: 'takes a rule from one endpoint to the end of another',
    says: 'ids in rulesOf("b"): expected ["2"], but got ["1", "2"]',
  },
  {
    it: 'says that it removed a rule, whatever it did',
    breaks: (store) => ({ removeRule: async (id) => (await store.removeRule(id)) || true }),
    fails: 'tells whether there was a rule to remove',
    says: 'removeRule("1") once more: expected false, but got true',
  },
  {
    it: 'clears the rules of endpoints with longer names, too',
    breaks: (store) => ({
      async clearRules(endpoint) {
        let count = 0
        for (const name of await all(store.namesWithRules({ prefix: endpoint }))) {
          count += await store.clearRules(name)
        }
        return count
      },
    }),
    fails: 'tells how many rules of an endpoint it cleared',
    says: 'clearRules("a"): expected 2, but got 3',
  },
  {
    it: 'clears no rules unless it is told of which endpoint',
    breaks: (store) => ({ clearRules: async (name) => (name ? store.clearRules(name) : 0) }),
    fails: 'tells how many rules it cleared',
    says: 'clearRules(): expected 3, but got 0',
  },
  {
    it: 'removes the rules of an endpoint that is replaced',
    breaks: (store) => ({
      async put(record) {
        await store.clearRules(record.name)
        await store.put(record)
      },
    }),
    fails: 'keeps rules while their endpoint is added and replaced',
    says: 'ids in rulesOf("a"): expected ["1"], but got []',
  },
  {
    it: 'removes rules without an endpoint',
    breaks: (store) => ({
      async remove(name) {
        await store.clearRules(name)
        return store.remove(name)
      },
    }),
    fails: 'keeps rules when there is no endpoint to remove',
    says: 'ids in rulesOf("a"): expected ["1"], but got []',
  },
  {
    it: 'keeps the rules of an endpoint that is removed or cleared',
    breaks: (store) => ({
      async remove(name) {
        const rules = await store.rulesOf(name)
        const existed = await store.remove(name)
        for (const rule of rules) await store.putRule(rule)
        return existed
      },
      async clear() {
        const rules: StoredRule[] = []
        for (const name of await all(store.namesWithRules())) {
          rules.push(...(await store.rulesOf(name)))
        }
        const count = await store.clear()
        for (const rule of rules) await store.putRule(rule)
        return count
      },
    }),
    fails: 'removes the rules of an endpoint with it, and no others',
    says: 'rulesOf("a"): expected [], but got [{',
  },
  {
    it: 'clears nothing where there are no endpoints',
    breaks: (store) => ({ clear: async () => ((await store.count()) > 0 ? store.clear() : 0) }),
    fails: 'clears rules where there are no endpoints',
    says: 'getRule("1"): expected undefined, but got {',
  },
  {
    it: 'clears rules with an endpoint alone',
    breaks: (store) => ({
      async clear() {
        const count = await store.count()
        for (const name of await allIn(store.names())) await store.remove(name)
        return count
      },
    }),
    fails: 'clears the rules with the endpoints',
    says: 'countRules(): expected 0, but got 1',
  },
  {
    it: 'settles a rule after later writes',
    breaks: (store) => ({ putRule: (rule) => store.putRule(rule).then(nextEvent) }),
    fails: 'applies and settles writes of rules and endpoints in the order of their calls',
    says: 'the order in which writes settle: expected [0, 1, 2, 3',
  },
  {
    it: 'writes rules over several connections, of which the last is the fastest',
    breaks(store) {
      let connections = 0
      return {
        async putRule(rule) {
          if (connections++ === 0) await nextEvent()
          await store.putRule(rule)
        },
        countRules: async () => connections,
      }
    },
    fails: 'keeps the last of several puts of a rule',
    says: 'getRule("1"): expected {endpoint: "a", id: "1", text: "19"}, but got {',
  },
]

/** Resolves when everything that waits for nothing has settled. */
function nextEvent(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
