// The reads of a store. Lists are read in pages, each in its own transaction, so that none stays
// open while the caller handles a page.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { fromBytes, toBytes } from '../model/endpoint/name-bytes.ts'
import type { Awaitable, EndpointStore, NameRange, StoredRule } from '../model/store/store.ts'
import { readCounts } from './changes.ts'
import type { Connection } from './connection.ts'
import { endpointOf, keysIn, ruleKeysIn, ruleKeysOf, toEndpoint, toRule } from './records.ts'
import { walkRuleNames } from './rule-names.ts'
import { resultOf, type Stores, walk } from './transact.ts'

/** The limits of a page: its names, or its records and, roughly, the characters of their data. */
const pageOfNames = 1_000
const pageOfRecords = 100
const pageOfData = 4 * 1024 * 1024

export type Reads = Pick<
  EndpointStore,
  'get' | 'list' | 'names' | 'count' | 'getRule' | 'rulesOf' | 'namesWithRules' | 'countRules'
>

/** `opened` returns the connection, or throws when the store is closed. */
export function createReads(opened: () => Connection): Reads {
  function read<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return opened().transact('read', work)
  }

  async function readRules(endpoint: string): Promise<StoredRule[]> {
    const values = await read(({ rules }) => resultOf(rules.getAll(ruleKeysOf(endpoint))))
    return values.map((value) => toRule(endpoint, value))
  }

  return {
    async get(name) {
      const value = await read(({ endpoints }) => resultOf(endpoints.get(toBytes(name))))
      return value === undefined ? undefined : toEndpoint(name, value)
    },
    async *list(range = {}, onUnreadable) {
      const readPage = (part: NameRange) => read((stores) => pageOfEndpoints(stores, part))
      for await (const page of inPages(range, readPage)) {
        for (const { name, value } of page) {
          const endpoint = decode(name, value, onUnreadable)
          if (endpoint) yield endpoint
        }
      }
    },
    async *names(range = {}) {
      const readPage = (part: NameRange) => read((stores) => pageOfKeys(stores, part))
      for await (const page of inPages(range, readPage)) yield page.map(({ name }) => name)
    },
    count: async () => (await read(readCounts)).endpoints,
    getRule: (id) => read((stores) => findRule(stores, id)),
    rulesOf(endpoint): Awaitable<readonly StoredRule[]> {
      return opened().ruleNames.mayHave(endpoint) ? readRules(endpoint) : []
    },
    async *namesWithRules(range = {}) {
      const readPage = (part: NameRange) => read((stores) => pageOfRuleNames(stores, part))
      for await (const page of inPages(range, readPage)) for (const { name } of page) yield name
    },
    countRules(endpoint) {
      if (endpoint === undefined) return read(readCounts).then(({ rules }) => rules)
      if (!opened().ruleNames.mayHave(endpoint)) return 0
      return read(({ rules }) => resultOf(rules.count(ruleKeysOf(endpoint))))
    },
  }
}

interface Item {
  readonly name: string
  readonly value?: unknown
}

/** Yields the pages of a range. An empty page means that there are no more. */
async function* inPages(
  range: NameRange,
  readPage: (part: NameRange) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let { after } = range
  for (;;) {
    const page = await readPage({ ...range, after })
    if (page.length === 0) return
    yield page
    after = page.at(-1)?.name
  }
}

async function pageOfEndpoints({ endpoints }: Stores, range: NameRange): Promise<Item[]> {
  const page: Item[] = []
  const keys = keysIn(range)
  if (!keys) return page
  let length = 0
  await walk(endpoints.openCursor(keys), ({ key, value }) => {
    page.push({ name: fromBytes(key), value })
    length += String(value?.data).length
    return page.length < pageOfRecords && length < pageOfData
  })
  return page
}

async function pageOfKeys({ endpoints }: Stores, range: NameRange): Promise<Item[]> {
  const keys = keysIn(range)
  const found = keys ? await resultOf(endpoints.getAllKeys(keys, pageOfNames)) : []
  return found.map((key) => ({ name: fromBytes(key) }))
}

async function pageOfRuleNames({ rules }: Stores, range: NameRange): Promise<Item[]> {
  const page: Item[] = []
  await walkRuleNames(rules, ruleKeysIn(range), (name) => page.push({ name }) < pageOfNames)
  return page
}

/** If the value is unreadable, calls `onUnreadable` or else throws a `StoreError` (`corrupt`). */
function decode(
  name: string,
  value: unknown,
  onUnreadable: ((name: string) => void) | undefined,
): Endpoint | undefined {
  try {
    return toEndpoint(name, value)
  } catch (error) {
    if (!onUnreadable) throw error
    onUnreadable(name)
    return undefined
  }
}

async function findRule({ rules, rulesById }: Stores, id: string): Promise<StoredRule | undefined> {
  const key = await resultOf(rulesById.getKey(id))
  if (key === undefined) return undefined
  return toRule(endpointOf(key), await resultOf(rules.get(key)))
}
