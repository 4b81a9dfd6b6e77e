// The store of a service whose endpoints come from files: in memory, and changed when the files are.
import type { EndpointStore, FileFault, Files, StoreChange } from '@mock-endpoint/core'
import {
  addNextRules,
  applyMocks,
  type FilledStore,
  type NextRules,
  putEndpoint,
  putRules,
} from './apply-mocks.ts'
import { type Mocks, noMocks } from './mocks.ts'

export interface FileStore {
  /** To be served from: calls change it, and mark what they change. */
  readonly store: EndpointStore
  /** Makes the store as the files are now, where they have changed. */
  apply(mocks: Mocks): Promise<void>
  /** Takes it that the files say what was just put into the store, of endpoints with these names. */
  accept(mocks: Mocks, names: Iterable<string>): Promise<void>
  originOf: Files['originOf']
  restore: Files['restore']
  /** Endpoints and rules there was no room for. */
  faults(): readonly FileFault[]
  /** To be called once, when they can be added. */
  useNextRules(rules: NextRules): Promise<void>
}

/** `inner` is a store in memory: what it is told takes effect at once. */
export function createFileStore(inner: EndpointStore): FileStore {
  const listeners = new Set<(change: StoreChange) => void>()
  const filled: FilledStore = {
    inner,
    changed: new Set(),
    refused: new Map(),
    tell(change) {
      for (const listener of listeners) listener(change)
    },
    nextRules: undefined,
  }
  const { changed, refused, tell } = filled
  let now = noMocks

  const note = (name: string): void => {
    if (now.endpoints.has(name)) changed.add(name)
  }

  return {
    store: {
      ...inner,
      kind: 'files',
      async put(endpoint) {
        await inner.put(endpoint)
        note(endpoint.name)
      },
      async putAll(endpoints, rules) {
        await inner.putAll(endpoints, rules)
        for (const { name } of endpoints) note(name)
      },
      async remove(name) {
        const isRemoved = await inner.remove(name)
        note(name)
        return isRemoved
      },
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async apply(next) {
      await applyMocks(filled, now, next)
      now = next
    },
    async accept(mocks, names) {
      now = mocks
      for (const name of names) {
        changed.delete(name)
        const found = now.endpoints.get(name)
        // The white space around its data is that of the file.
        if (found) await putEndpoint(filled, found)
        tell({ kind: 'changed', name, hasOtherRules: false })
      }
    },
    originOf(name) {
      const found = now.endpoints.get(name)
      return found && { file: found.file, isChanged: changed.has(name) }
    },
    async restore({ endpoints, rules }) {
      if (endpoints) {
        await inner.clear()
        refused.clear()
        for (const found of now.endpoints.values()) await putEndpoint(filled, found)
      } else if (rules) await inner.clearRules()
      if (endpoints || rules) {
        await putRules(filled, now.rules)
        tell({ kind: 'all' })
      }
      await addNextRules(filled, now.rules)
    },
    faults: () => [...refused.values()],
    async useNextRules(rules) {
      filled.nextRules = rules
      await addNextRules(filled, now.rules)
    },
  }
}
