// Hooks around each opening of a database, for code that looks after its files.
import type { BatchOperation } from './database.ts'

/**
 * Saves what an opening of the database may lose. Both methods are called at each opening, also
 * when the store opens its database again after a write that failed. When one rejects, the opening
 * has failed.
 */
export interface LevelRecovery {
  /** Is called while the database is closed, just before it is opened. */
  beforeOpen(): Promise<void>
  /**
   * Is called when the database is open, before the store reads or writes anything. `write`
   * resolves when the operations, all or none of them, have been synced.
   */
  afterOpen(write: (operations: readonly BatchOperation[]) => Promise<void>): Promise<void>
}

/** Does nothing: the database is trusted. */
export const noRecovery: LevelRecovery = { beforeOpen: async () => {}, afterOpen: async () => {} }
