// Notifies other tabs and workers that have the same database open of each change.
import { sheltered } from '../model/problem/errors.ts'
import type { StoreChange } from '../model/store/store.ts'
import type { Connection } from './connection.ts'
import { allChanged, findRules } from './rule-names.ts'

type Listener = (change: StoreChange) => void

export interface Tabs {
  /** Notifies other tabs. Call it before the commit, in case this tab is killed right after it. */
  tell(changes: readonly StoreChange[]): void
  /** Adds a listener. Returns the function that removes it. */
  watch(listener: Listener): () => void
  /** Passes changes on to the listeners. */
  changed(changes: readonly StoreChange[]): void
  close(): void
}

/** `opening` returns the connection, whose `ruleNames` are updated with changes of other tabs. */
export function joinTabs(name: string, opening: () => Promise<Connection>): Tabs {
  const channel = new BroadcastChannel(`mock-endpoint/${name}`)
  const listeners = new Set<Listener>()
  // Another version of this module may send something else. Then everything may have changed.
  channel.onmessage = ({ data }) => void hear(Array.isArray(data) ? data : allChanged)

  async function hear(changes: readonly StoreChange[]): Promise<void> {
    const connection = await opening().catch(() => undefined)
    if (!connection) return
    const { transact, ruleNames } = connection
    // The other tab may not have committed yet. The transaction waits for its commit.
    const finding = transact('read', (stores) => findRules(stores, changes))
    // If it fails, reads look for rules in the database until it has been opened again.
    await finding.then(ruleNames.update, ruleNames.forget)
    changed(changes)
  }

  function changed(changes: readonly StoreChange[]): void {
    for (const listener of listeners) for (const change of changes) listener(change)
  }

  return {
    tell: (changes) => channel.postMessage(changes),
    watch(listener) {
      const told = sheltered(listener)
      listeners.add(told)
      return () => listeners.delete(told)
    },
    changed,
    close() {
      channel.close()
      listeners.clear()
    },
  }
}
