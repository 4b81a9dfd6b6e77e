// Commands that a test can run with any store inside a runtime.
import { type EndpointStore, StoreError } from '@mock-endpoint/core/indexeddb'
import { reopenedForReads } from '@mock-endpoint/core/store-contract'
import { type Outcomes, runContract } from './run-contract.ts'

/** Opens the store with this name, which is empty if the name was not used before. */
export type Open = (name: string) => Promise<EndpointStore>

/** Each command takes and returns plain data. */
export type Commands = ReturnType<typeof createCommands>

export function createCommands(open: Open) {
  const stores = new Map<string, Promise<EndpointStore>>()

  function storeOf(name: string): Promise<EndpointStore> {
    const store = stores.get(name) ?? open(name)
    stores.set(name, store)
    return store
  }

  return {
    contract: (): Promise<Outcomes> => runContract(() => open(freshName())),
    reopenedContract: (): Promise<Outcomes> =>
      runContract(() => {
        const name = freshName()
        return reopenedForReads(() => open(name))
      }),
    async put(name: string, endpoint: string, data: string): Promise<string> {
      const store = await storeOf(name)
      return kindOf(() => store.put({ name: endpoint, data, statusCode: 201, delay: 1.5 }))
    },
    /** Puts so many endpoints of this length, each with a rule, in one call. */
    async putMany(name: string, count: number, length: number): Promise<string> {
      const store = await storeOf(name)
      const names = Array.from({ length: count }, (_, i) => `many ${i}`)
      const data = longText(length)
      return kindOf(() =>
        store.putAll(
          names.map((each) => ({ name: each, data, statusCode: 200, delay: 0 })),
          names.map((each) => ({ id: each, endpoint: each, text: 'a rule' })),
        ),
      )
    },
    /** Puts an endpoint and a rule with texts of so many characters. */
    async putLong(name: string, endpoint: string, length: number): Promise<string> {
      const store = await storeOf(name)
      const data = longText(length)
      return kindOf(async () => {
        await store.put({ name: endpoint, data, statusCode: 200, delay: 0 })
        await store.putRule({ id: endpoint, endpoint, text: `${data}!` })
      })
    },
    /** Resolves to whether each of these texts is read back exactly. */
    async hasLong(name: string, endpoint: string, length: number): Promise<readonly boolean[]> {
      const store = await storeOf(name)
      const data = longText(length)
      const record = await store.get(endpoint)
      const rule = await store.getRule(endpoint)
      const [ofEndpoint] = await store.rulesOf(endpoint)
      return [record?.data === data, rule?.text === `${data}!`, ofEndpoint?.text === `${data}!`]
    },
    async remove(name: string, endpoint: string): Promise<boolean | string> {
      const store = await storeOf(name)
      let result = false
      const kind = await kindOf(async () => {
        result = await store.remove(endpoint)
      })
      return kind === 'done' ? result : kind
    },
    /** Does both at once, so that they may share a transaction. */
    async putAndRemove(name: string, put: string, remove: string): Promise<readonly unknown[]> {
      const store = await storeOf(name)
      const putting = store.put({ name: put, data: '1', statusCode: 200, delay: 0 })
      const removing = store.remove(remove)
      return [await kindOf(() => putting), await removing]
    },
    async get(name: string, endpoint: string) {
      return (await (await storeOf(name)).get(endpoint)) ?? null
    },
    async counts(name: string): Promise<readonly number[]> {
      const store = await storeOf(name)
      return [await store.count(), await store.countRules()]
    },
    async names(name: string): Promise<readonly string[]> {
      const names: string[] = []
      for await (const page of (await storeOf(name)).names()) names.push(...page)
      return names
    },
    async check(name: string): Promise<string> {
      const store = await storeOf(name)
      return kindOf(() => store.check())
    },
    async putRule(name: string, id: string, endpoint: string): Promise<string> {
      const store = await storeOf(name)
      return kindOf(() => store.putRule({ id, endpoint, text: `rule ${id}` }))
    },
    async clear(name: string): Promise<number> {
      return (await storeOf(name)).clear()
    },
    /** Resolves to the ids of an endpoint's rules, and whether the store returned a promise. */
    async rulesOf(name: string, endpoint: string): Promise<{ ids: string[]; waited: boolean }> {
      const rules = (await storeOf(name)).rulesOf(endpoint)
      const waited = 'then' in rules
      return { ids: (await rules).map(({ id }) => id), waited }
    },
    /** Opens the store. Resolves to `done`, or to the kind of the error. */
    open: (name: string): Promise<string> => kindOf(() => storeOf(name)),
    async close(name: string): Promise<void> {
      await (await storeOf(name)).close()
      stores.delete(name)
    },
  }
}

/** Returns a name that was not used before. */
function freshName(): string {
  return `fresh ${crypto.randomUUID()}`
}

/** Returns a text with characters of every length in UTF-8, so that some of them are cut. */
function longText(length: number): string {
  const part = 'a\u00e9\u20ac\u{1f600}\ufeff\0'
  return part.repeat(length / part.length).padEnd(length, 'b')
}

/** Resolves to `done`, or to the kind of the `StoreError`. */
export async function kindOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof StoreError) return error.kind
    throw error
  }
}
