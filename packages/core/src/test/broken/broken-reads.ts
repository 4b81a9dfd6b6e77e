// Stores that read what was not written, or not in order.
import type { Endpoint } from '../../model/endpoint/endpoint.ts'
import type { EndpointStore, NameRange } from '../../model/store/store.ts'
import { all } from '../../store-contract/cases.ts'
import type { BrokenStore } from './broken-store.ts'

export const brokenReads: readonly BrokenStore[] = [
  {
    it: 'parses data and prints it again',
    breaks: (store) => reads(store, ({ data }) => ({ data: JSON.stringify(JSON.parse(data)) })),
    fails: 'gives back data byte for byte: a trailing zero',
    says: 'data of get("a"): expected "1.10", but got "1.1"',
  },
  {
    it: 'gives numbers as texts',
    breaks: (store) => reads(store, ({ statusCode }) => ({ statusCode: `${statusCode}` as never })),
    fails: 'gives back status 404 and delay 1e-7',
    says: 'name: "a", statusCode: 404}, but got …',
  },
  {
    it: 'keeps a member of its own in the record',
    breaks: (store) => reads(store, () => ({ version: 1 })),
    fails: 'gives back status 200 and delay 0',
    says: 'statusCode: 200, version: 1}',
  },
  {
    it: 'gives null for nothing',
    breaks: (store) => ({ get: async (name) => (await store.get(name)) ?? (null as never) }),
    fails: 'is empty at first',
    says: 'get("a"): expected undefined, but got null',
  },
  {
    it: 'takes names for the same in either case',
    breaks: (store) => ({
      get: (name) => store.get(name.toLowerCase()),
      put: (record) => store.put({ ...record, name: record.name.toLowerCase() }),
    }),
    fails: 'keeps names apart that differ by a byte, and takes any name',
    says: 'get("a"): expected {data: "\\"a\\""',
  },
  {
    it: 'orders names by UTF-16 units',
    breaks: (store) =>
      lists(async (range) => (await all(store.list(range))).sort(by(({ name }) => name))),
    fails: 'orders names by their UTF-8 bytes',
    says: '"add", "a\\u{e000}", "a\\u{10000}", "constructor"',
  },
  {
    it: 'lists in the order of insertion',
    breaks(store) {
      const names: string[] = []
      return {
        ...lists(async (range) =>
          (await all(store.list(range))).sort(by(({ name }) => names.indexOf(name))),
        ),
        put(record) {
          names.push(record.name)
          return store.put(record)
        },
      }
    },
    fails: 'reads the range {after: ""}',
    says: 'names({after: ""}): expected ["A", "a", "aa"',
  },
  {
    it: 'reads a prefix as a start without an end',
    breaks: (store) =>
      lists(async ({ prefix = '', after }) =>
        (await all(store.list({ after }))).filter(({ name }) => name >= prefix),
      ),
    fails: 'reads the range {prefix: "aa"}',
    says: 'names({prefix: "aa"}): expected ["aa", "aab"], but got ["aa", "aab", "ab"',
  },
  {
    it: 'begins a range with the name that it comes after',
    breaks: (store) =>
      lists(async ({ prefix, after = '' }) =>
        (await all(store.list({ prefix }))).filter(({ name }) => name >= after),
      ),
    fails: 'reads the range {after: "ab", prefix: "a"}',
    says: 'expected ["a\\u{e9}"], but got ["ab", "a\\u{e9}"]',
  },
  {
    it: 'reads every name whatever the range',
    breaks: (store) => lists(() => all(store.list())),
    fails: 'reads the range {prefix: "c"}',
    says: 'names({prefix: "c"}): expected [], but got ["A", "a"',
  },
  {
    it: 'counts how far a list came',
    breaks: (store) => ({
      async *list() {
        for (let i = 0; ; i++) {
          const record = (await all(store.list()))[i]
          if (!record) return
          yield record
        }
      },
    }),
    fails: 'lists what is not written meanwhile, in order',
    says: 'expected ["a", "b", "c", "e"], but got ["a", "b", "e"]',
  },
  {
    it: 'calls every record unreadable when it may',
    breaks: (store) => ({
      async *list(range, onUnreadable) {
        for await (const record of store.list(range)) {
          if (onUnreadable) onUnreadable(record.name)
          yield record
        }
      },
    }),
    fails: 'tells no name as unreadable whose endpoint can be read',
    says: 'the names that onUnreadable was told: expected [], but got ["A"',
  },
  {
    it: 'takes no writes after a reader has left early',
    breaks(store) {
      let readers = 0
      return {
        async *names(range) {
          readers++
          yield* store.names(range)
          readers--
        },
        put: async (record) => (readers === 0 ? store.put(record) : undefined),
      }
    },
    fails: 'lets a reader leave a list early',
    says: 'names(): expected ["a", "b", "c", "d"], but got ["a", "b", "c"]',
  },
]

function reads(
  store: EndpointStore,
  change: (record: Endpoint) => Partial<Endpoint> & { version?: number },
): Partial<EndpointStore> {
  return {
    async get(name) {
      const record = await store.get(name)
      return record && { ...record, ...change(record) }
    },
    async *list(range) {
      for await (const record of store.list(range)) yield { ...record, ...change(record) }
    },
  }
}

function lists(read: (range: NameRange) => Promise<Endpoint[]>): Partial<EndpointStore> {
  return {
    async *list(range = {}) {
      yield* await read(range)
    },
    async *names(range = {}) {
      yield (await read(range)).map(({ name }) => name)
    },
  }
}

function by(key: (record: Endpoint) => string | number): (a: Endpoint, b: Endpoint) => number {
  return (a, b) => (key(a) < key(b) ? -1 : 1)
}
