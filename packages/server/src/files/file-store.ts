// The store of a service with endpoints from files. It is in memory, and changes with the files.
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
  /** The store to serve from. Calls change it, and mark the endpoints that they change. */
  readonly store: EndpointStore
  /** Applies the changes of the files to the store. */
  apply(mocks: Mocks): Promise<void>
  /** Adopts the contents of the files after endpoints with these names were saved to them. */
  accept(mocks: Mocks, names: Iterable<string>): Promise<void>
  originOf: Files['originOf']
  restore: Files['restore']
  /** Returns the faults of endpoints and rules for which there was no room. */
  faults(): readonly FileFault[]
  /** Adds the temporary rules. Call it once, when the service can take them. */
  useNextRules(rules: NextRules): Promise<void>
}

/** `inner` is a memory store, where writes take effect at once. */
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
        // Its data has the white space of the file around it.
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
