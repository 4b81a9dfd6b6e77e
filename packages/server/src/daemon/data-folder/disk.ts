// Whether the disk of the data folder takes more: asked before writes, not at each of them.
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { StoreError } from '@mock-endpoint/core'

/** An answer holds for so many milliseconds, and bytes. */
const holdsFor = 100
const holdsBytes = 8 * 1024 * 1024

/**
 * Rejects with a `StoreError` while less than `minFree` bytes would be free after a write of so
 * many, or when the folder is gone, to which LevelDB would go on writing.
 */
export function createDiskGuard(folder: string, minFree: number): (bytes: number) => Promise<void> {
  const low = new StoreError('full', tooLittle(minFree))
  const gone = new StoreError('unavailable', removed)
  let askedAt = Number.NEGATIVE_INFINITY
  let admitted = 0

  return async (bytes) => {
    admitted += bytes
    if (performance.now() - askedAt < holdsFor && admitted < holdsBytes) return
    askedAt = Number.NEGATIVE_INFINITY
    const [{ bavail, bsize }] = await Promise.all([
      statfs(folder),
      access(join(folder, 'CURRENT')),
    ]).catch((error) => {
      if (error.code === 'ENOENT') throw gone
      throw new StoreError('unavailable', 'The disk does not answer.', { cause: error })
    })
    if (bavail * bsize < minFree + bytes) throw low
    askedAt = performance.now()
    admitted = bytes
  }
}

const removed =
  'The data folder has been removed while the service was running. Restart it to begin a new one.'

function tooLittle(minFree: number): string {
  const free = `${Math.round(minFree / 1024 / 1024)} MiB`
  return `The disk of the data folder has less than ${free} left, which --min-free keeps free. Make room, or set it lower.`
}
