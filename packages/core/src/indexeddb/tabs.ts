// Tells the other tabs and workers that have the same database open of each change.
import { sheltered } from '../model/problem/errors.ts'
import type { StoreChange } from '../model/store/store.ts'
import type { Connection } from './connection.ts'
import { allChanged, findRules } from './rule-names.ts'

type Listener = (change: StoreChange) => void

export interface Tabs {
  /** To be called before a change is committed: a tab that is killed then has told of it. */
  tell(changes: readonly StoreChange[]): void
  /** Returns what ends it. */
  watch(listener: Listener): () => void
  /** Passes changes on to those that watch. */
  changed(changes: readonly StoreChange[]): void
  close(): void
}

/** `opening` returns the connection, whose names with rules follow what is told. */
export function joinTabs(name: string, opening: () => Promise<Connection>): Tabs {
  const channel = new BroadcastChannel(`mock-endpoint/${name}`)
  const listeners = new Set<Listener>()
  // Another version of this module may say it in other words.
  channel.onmessage = ({ data }) => void hear(Array.isArray(data) ? data : allChanged)

  async function hear(changes: readonly StoreChange[]): Promise<void> {
    const connection = await opening().catch(() => undefined)
    if (!connection) return
    const { transact, ruleNames } = connection
    // The other tab has not committed yet: this waits for it.
    const finding = transact('read', (stores) => findRules(stores, changes))
    // When it fails, reads ask the database for rules until it has been opened again.
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
