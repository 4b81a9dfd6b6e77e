// Stores that write records together wrongly.
import type { BrokenStore } from './broken-store.ts'

export const brokenWritesOfMany: readonly BrokenStore[] = [
  {
    it: 'puts the rules of many in reverse',
    breaks: (store) => ({
      putAll: (endpoints, rules) => store.putAll(endpoints, rules.toReversed()),
    }),
    fails: 'puts endpoints and rules together',
    says: 'ids in rulesOf("c"): expected ["3", "5"], but got ["5", "3"]',
  },
  {
    it: 'keeps the first of many of a name',
    breaks: (store) => ({
      putAll: (endpoints, rules) => store.putAll(endpoints.toReversed(), rules),
    }),
    fails: 'keeps the last of several records that are put together',
    says: 'get("a"): expected {data: "19"',
  },
  {
    it: 'parses the data of many',
    breaks: (store) => ({
      putAll: (endpoints, rules) =>
        store.putAll(
          endpoints.map((each) => ({ ...each, data: JSON.stringify(JSON.parse(each.data)) })),
          rules,
        ),
    }),
    fails: 'keeps records that are put together exactly',
    says: 'list(): expected',
  },
  {
    it: 'puts as many as fit into a page',
    breaks: (store) => ({
      putAll: (endpoints, rules) => store.putAll(endpoints.slice(0, 1000), rules),
    }),
    fails: 'puts thousands of records together',
    says: 'names(): expected ["a10000"',
  },
  {
    it: 'has something to put in any case',
    breaks: (store) => ({
      putAll: (endpoints, rules) =>
        store.putAll(
          endpoints.length > 0 ? endpoints : [{ name: '', data: '1', statusCode: 200, delay: 0 }],
          rules,
        ),
    }),
    fails: 'puts nothing when there is nothing to put',
    says: 'names(): expected ["a"], but got ["", "a"]',
  },
  {
    it: 'settles many after later writes',
    breaks: (store) => ({
      async putAll(endpoints, rules) {
        await store.putAll(endpoints, rules)
        await new Promise((resolve) => setImmediate(resolve))
      },
    }),
    fails: 'applies and settles what is put together in the order of the calls',
    says: 'the order in which writes settle: expected [0, 1, 2, 3',
  },
]
