// A store whose changes are saved to files before they are acknowledged.
import {
  type Endpoint,
  type EndpointStore,
  type OneAtATime,
  Problem,
  type StoredRule,
} from '@mock-endpoint/core'
import type { FileStore } from './file-store.ts'
import type { MockFiles } from './mock-files.ts'
import { type Change, createPlan } from './save.ts'
import { writeTexts } from './write-texts.ts'

export interface SavingStoreOptions {
  readonly files: MockFiles
  readonly fileStore: FileStore
  /** The memory store that the file store is made of. */
  readonly inner: EndpointStore
  /** Runs one piece of work at a time. Changes of the files are applied in between. */
  readonly oneAtATime: OneAtATime
  /** Called after files were written. */
  readonly onSaved: () => void
}

const nothing: Change = { endpoints: new Map(), rules: new Map() }

export function createSavingStore(options: SavingStoreOptions): EndpointStore {
  const { files, fileStore, inner, oneAtATime, onSaved } = options
  const plan = createPlan(files)

  /**
   * Makes a change in memory, where there may be no room for it, and then in the files. If they
   * cannot be written, it is undone in memory.
   */
  function save<T>(find: () => Promise<Change | undefined>, make: () => Promise<T>): Promise<T> {
    return oneAtATime(async () => {
      await inner.check()
      const change = await find()
      if (!change) return make()
      const texts = await plan(change).catch(explain)
      const undo = await takeState(inner, change)
      try {
        const made = await make()
        await writeTexts(files, texts)
        onSaved()
        await fileStore.accept(files.mocks(), change.endpoints.keys())
        return made
      } catch (error) {
        await undo()
        throw error
      }
    })
  }

  const saveOnly = (change: Change) => async (): Promise<Change> => change

  return {
    ...fileStore.store,
    put: (endpoint) => save(saveOnly(changeOf([endpoint], [])), () => inner.put(endpoint)),
    putAll: (endpoints, rules) =>
      save(saveOnly(changeOf(endpoints, rules)), () => inner.putAll(endpoints, rules)),
    remove: (name) =>
      save(
        async () => {
          if (!(await inner.get(name))) return undefined
          return { ...nothing, endpoints: new Map([[name, undefined]]) }
        },
        () => inner.remove(name),
      ),
    clear: () =>
      save(
        async () => {
          const endpoints = new Map<string, undefined>()
          for await (const names of inner.names()) {
            for (const name of names) if (!hasFault(files, name)) endpoints.set(name, undefined)
          }
          return { endpoints, rules: await removedRules(inner) }
        },
        () => inner.clear(),
      ),
    putRule: (rule) => save(saveOnly(changeOf([], [rule])), () => inner.putRule(rule)),
    removeRule: (id) =>
      save(
        async () => {
          if (!(await inner.getRule(id))) return undefined
          return { ...nothing, rules: new Map([[id, undefined]]) }
        },
        () => inner.removeRule(id),
      ),
    clearRules: (endpoint) =>
      save(
        async () => ({ ...nothing, rules: await removedRules(inner, endpoint) }),
        () => inner.clearRules(endpoint),
      ),
    close: () => oneAtATime(() => inner.close()),
  }
}

/** Whether an endpoint's plain file has a fault. It is kept, because a user may be fixing it. */
function hasFault(files: MockFiles, name: string): boolean {
  const { file = '' } = files.mocks().endpoints.get(name) ?? {}
  const contents = files.contents(file)
  return contents?.form === 'plain' && contents.faults.length > 0
}

/** Returns the change. It has the last of several endpoints or rules with the same name or id. */
function changeOf(endpoints: readonly Endpoint[], rules: readonly StoredRule[]): Change {
  return {
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.name, endpoint])),
    rules: new Map(rules.map(({ id, text }) => [id, text])),
  }
}

async function removedRules(
  store: EndpointStore,
  endpoint?: string,
): Promise<ReadonlyMap<string, undefined>> {
  const removed = new Map<string, undefined>()
  const names: string[] = endpoint === undefined ? [] : [endpoint]
  if (endpoint === undefined) for await (const name of store.namesWithRules()) names.push(name)
  for (const name of names)
    for (const { id } of await store.rulesOf(name)) removed.set(id, undefined)
  return removed
}

/** Rethrows an error. Explains it if the document is broken, and so cannot be changed. */
function explain(cause: unknown): never {
  const isBroken = cause instanceof Problem && ['invalid-json', 'too-deep'].includes(cause.code)
  if (!isBroken) throw cause
  const detail = `The file that holds this cannot be changed: ${cause.message} Fix it, and try again.`
  throw new Problem('store-unavailable', detail, {}, { cause })
}

/** Reads the endpoints and rules that will change. Returns a function that restores them. */
async function takeState(
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
