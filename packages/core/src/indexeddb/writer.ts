// Makes writes in shared transactions, and notifies the other tabs.
import { createCommitQueue } from '../model/store/commit-queue.ts'
import { fit, removes, type Write } from '../model/store/store-writes.ts'
import { makeWrites } from './changes.ts'
import type { Connection } from './connection.ts'
import { findRules } from './rule-names.ts'
import { toStoreError } from './store-error.ts'
import type { Tabs } from './tabs.ts'

export interface Writer {
  /** Resolves, once the write is synced, to the number of endpoints or rules that it removed. */
  write(write: Write): Promise<number>
  /** Resolves when no write is in progress. */
  idle(): Promise<void>
}

export function createWriter(connection: Connection, tabs: Pick<Tabs, 'tell'>): Writer {
  /** If there is no room for all writes, makes them one by one. Some may fit, or make room. */
  async function commit(writes: readonly Write[]): Promise<readonly (number | Error)[]> {
    try {
      return await make(writes)
    } catch (error) {
      if (toStoreError(error).kind !== 'full') throw error
      const results: (number | Error)[] = []
      for (const write of writes) results.push(await makeAlone(write).catch(toStoreError))
      return results
    }
  }

  /** Makes one write. A removal does not write the counts, so that it needs no room. */
  async function makeAlone(write: Write): Promise<number> {
    const [removed = 0] = await make([write], { writesCounts: !removes(write) })
    return removed
  }

  async function make(
    writes: readonly Write[],
    { writesCounts = true } = {},
  ): Promise<readonly number[]> {
    const { results, found } = await connection.transact('write', async (stores) => {
      const made = await makeWrites(stores, writes, writesCounts)
      tabs.tell(made.changes)
      return { ...made, found: await findRules(stores, made.changes) }
    })
    connection.ruleNames.update(found)
    return results
  }

  const queue = createCommitQueue<Write, number>({ fit, commit })
  return { write: queue.push, idle: queue.idle }
}
