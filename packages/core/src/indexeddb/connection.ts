// The open database. A browser may close it at any time, and another tab may delete it. The next
// call then opens it again.

import { StoreError } from '../model/store/store.ts'
import type { Awaitable } from '../model/time/awaitable.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { allChanged, createRuleNames, findRules, type RuleNames } from './rule-names.ts'
import { type Purpose, type Stores, transact } from './transact.ts'

export interface Connection {
  readonly ruleNames: RuleNames
  /** Calls `transact` with the database, which is first opened again if necessary. */
  transact<T>(purpose: Purpose, work: (stores: Stores) => Promise<T>): Promise<T>
  /** Throws when the store is closed. */
  check(): void
  /** Makes `check` throw from now on. */
  refuse(): void
  close(): void
}

/** Opens the database. Calls `onLost` when it has to be reopened and anything may have changed. */
export async function openConnection(
  options: DatabaseOptions,
  onLost: () => void,
): Promise<Connection> {
  const ruleNames = createRuleNames()
  let lost: IDBDatabase | undefined
  let db = await open()
  let reopening: Promise<IDBDatabase> | undefined
  let isRefused = false
  let isClosed = false

  async function open(): Promise<IDBDatabase> {
    const opened = await openDatabase(options)
    // Otherwise a tab that deletes or upgrades the database waits until this tab is closed.
    opened.onversionchange = () => lose(opened)
    opened.onclose = () => lose(opened)
    try {
      const found = await transact(opened, 'read', (stores) => findRules(stores, allChanged))
      if (lost !== opened) ruleNames.update(found)
      return opened
    } catch (error) {
      opened.close()
      throw error
    }
  }

  function lose(opened: IDBDatabase): void {
    lost = opened
    opened.close()
    ruleNames.forget()
    onLost()
  }

  function ready(): Awaitable<IDBDatabase> {
    if (lost !== db) return db
    reopening ??= reopen().finally(() => {
      reopening = undefined
    })
    return reopening
  }

  async function reopen(): Promise<IDBDatabase> {
    db = await open()
    if (isClosed) db.close()
    return db
  }

  function check(): void {
    if (isRefused) throw new StoreError('unavailable', 'The store is closed.')
  }

  return {
    ruleNames,
    async transact(purpose, work) {
      return transact(await ready(), purpose, work)
    },
    check,
    refuse() {
      isRefused = true
    },
    close() {
      isClosed = true
      db.close()
    },
  }
}
