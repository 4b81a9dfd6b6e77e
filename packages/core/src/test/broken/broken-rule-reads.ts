// Stores that read other rules than were written, or not in order.
import type { EndpointStore, NameRange, StoredRule } from '../../model/store/store.ts'
import { all, allIn } from '../../store-contract/cases.ts'
import type { BrokenStore } from './broken-store.ts'

export const brokenRuleReads: readonly BrokenStore[] = [
  {
    it: 'gives null for no rule',
    breaks: (store) => ({ getRule: async (id) => (await store.getRule(id)) ?? (null as never) }),
    fails: 'has no rules at first',
    says: 'getRule("1"): expected undefined, but got null',
  },
  {
    it: 'trims the text of a rule',
    breaks: (store) => readsRules(store, ({ text }) => ({ text: text.trim() })),
    fails: 'gives back the text of a rule exactly: white space around',
    says: 'text of getRule("1"): expected " \\t\\r\\n1 ',
  },
  {
    it: 'reads every text of a rule as another one',
    breaks: (store) => readsRules(store, ({ text }) => ({ text: `${text} ` })),
    fails: 'gives back the text of a rule exactly: nothing',
    says: 'text of getRule("1"): expected "", but got " "',
  },
  {
    it: 'keeps a member of its own in the rule',
    breaks: (store) => readsRules(store, () => ({ version: 1 })),
    fails: 'gives back the id and the endpoint of a rule',
    says: 'version: 1}',
  },
  {
    it: 'takes ids for the same in either case',
    breaks: (store) => ({
      getRule: (id) => store.getRule(id.toLowerCase()),
      putRule: (rule) => store.putRule({ ...rule, id: rule.id.toLowerCase() }),
    }),
    fails: 'keeps rules apart whose ids or endpoints differ by a byte, and takes any',
    says: 'getRule("a"): expected',
  },
  {
    it: 'orders rules by their ids',
    breaks: (store) => ({
      rulesOf: async (endpoint) =>
        [...(await store.rulesOf(endpoint))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
    fails: 'keeps the rules of an endpoint in the order in which they were put',
    says: 'ids in rulesOf("a"): expected ["9", "10", "b", "a", "1"], but got ["1", "10"',
  },
  {
    it: 'orders names with rules by UTF-16 units',
    breaks: (store) => namesRules(async (range) => (await all(store.namesWithRules(range))).sort()),
    fails: 'orders names with rules by their UTF-8 bytes',
    says: 'namesWithRules(): expected',
  },
  {
    it: 'reads every name with rules whatever the range, backwards',
    breaks: (store) => namesRules(async () => (await all(store.namesWithRules())).toReversed()),
    fails: 'reads the names with rules in the range {prefix: "c"}',
    says: 'namesWithRules({prefix: "c"}): expected [], but got ["\\u{1f600}"',
  },
  {
    it: 'begins a range of names with rules with the name that it comes after',
    breaks: (store) =>
      namesRules(async ({ prefix = '', after = '' }) => {
        const names = await all(store.namesWithRules({ prefix }))
        return [...names.filter((name) => name >= after), `${prefix}another`]
      }),
    fails: 'reads the names with rules in the range {after: "ab", prefix: "a"}',
    says: 'expected ["a\\u{e9}"], but got ["ab", "a\\u{e9}", "aanother"]',
  },
  {
    it: 'names endpoints that are there, with rules or without',
    breaks: (store) => namesRules((range) => allIn(store.names(range))),
    fails: 'names an endpoint as long as it has rules, whether it is there or not',
    says: 'namesWithRules(): expected ["b", "c"], but got ["a", "b"]',
  },
]

function readsRules(
  store: EndpointStore,
  change: (rule: StoredRule) => Partial<StoredRule> & { version?: number },
): Partial<EndpointStore> {
  return {
    async getRule(id) {
      const rule = await store.getRule(id)
      return rule && { ...rule, ...change(rule) }
    },
    rulesOf: async (endpoint) =>
      (await store.rulesOf(endpoint)).map((rule) => ({ ...rule, ...change(rule) })),
  }
}

function namesRules(read: (range: NameRange) => Promise<string[]>): Partial<EndpointStore> {
  return {
    async *namesWithRules(range = {}) {
      yield* await read(range)
    },
  }
}
