// Hooks around each opening of a database, for code that protects its files.
import type { BatchOperation } from './database.ts'

/**
 * Saves data that may be lost when the database is opened. Both methods are called at each opening,
 * also when the store opens its database again after a failed write. If one rejects, the opening
 * fails.
 */
export interface LevelRecovery {
  /** Called while the database is closed, immediately before it is opened. */
  beforeOpen(): Promise<void>
  /**
   * Called when the database is open, before the store reads or writes anything. `write` writes all
   * operations or none, and resolves when they are synced.
   */
  afterOpen(write: (operations: readonly BatchOperation[]) => Promise<void>): Promise<void>
}

/** Does nothing, because the database is trusted. */
export const noRecovery: LevelRecovery = { beforeOpen: async () => {}, afterOpen: async () => {} }
