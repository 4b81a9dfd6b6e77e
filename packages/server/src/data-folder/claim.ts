// The data folders that this process has open. A folder's lock keeps out other processes but not
// our own, and testing the lock from inside the process would release it.
import { realpath } from 'node:fs/promises'
import { type DataFolder, inUseHere, unusable } from './explain.ts'

const claimed = new Set<string>()

/**
 * Claims a folder. Resolves to the function that releases it, which may be called twice. Rejects
 * with a `StoreError` (`locked`) when this process has the folder open.
 */
export async function claimFolder(folder: DataFolder): Promise<() => void> {
  const path = await realpath(folder.path).catch((cause) => Promise.reject(unusable(folder, cause)))
  if (claimed.has(path)) throw inUseHere(folder)
  claimed.add(path)
  return () => void claimed.delete(path)
}
