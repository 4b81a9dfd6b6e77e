// Whether the disk of the data folder takes more: asked before writes, not at each of them.
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { StoreError } from '@mock-endpoint/core'
import type { DataFolder } from './explain.ts'
import { reserveFile } from './files.ts'

/** How many bytes of the disk adds leave free, unless the user says otherwise. */
export const DEFAULT_MIN_FREE: number = 64 * 1024 * 1024

/** An answer holds for so many milliseconds, and bytes. */
const holdsFor = 100
const holdsBytes = 8 * 1024 * 1024

/**
 * Rejects with a `StoreError` while less than `minFree` bytes, and what is `owed` to the reserve,
 * would be free after a write of so many, or when the folder is gone or replaced, to which LevelDB
 * would go on writing.
 */
export function createDiskGuard(
  { path, names }: DataFolder,
  minFree: number,
  owed: () => number = () => 0,
): (bytes: number) => Promise<void> {
  // One of each, however often it is thrown: an error is reported once.
  const low = new Map<number, StoreError>()
  let gone: StoreError | undefined
  const isGone = (): StoreError => {
    gone ??= new StoreError('unavailable', removed)
    return gone
  }
  const lowOn = (kept: number): StoreError => {
    const error = low.get(kept) ?? new StoreError('full', tooLittle(minFree, kept, names.minFree))
    low.set(kept, error)
    return error
  }
  let askedAt = Number.NEGATIVE_INFINITY
  let admitted = 0
  /** The file that LevelDB has locked: in a folder that was put in the place of ours, another. */
  let lock: string | undefined

  return async (bytes) => {
    admitted += bytes
    if (performance.now() - askedAt < holdsFor && admitted < holdsBytes) return
    askedAt = Number.NEGATIVE_INFINITY
    const [{ bavail, bsize }, { ino, birthtimeMs }] = await Promise.all([
      statfs(path),
      stat(join(path, 'LOCK')),
    ]).catch((error) => {
      if (error.code === 'ENOENT') throw isGone()
      throw new StoreError('unavailable', 'The disk does not answer.', { cause: error })
    })
    lock ??= `${ino} ${birthtimeMs}`
    if (lock !== `${ino} ${birthtimeMs}`) throw isGone()
    const kept = owed()
    if (bavail * bsize < minFree + kept + bytes) throw lowOn(kept)
    askedAt = performance.now()
    admitted = bytes
  }
}

const removed =
  'The data folder has been removed while the service was running. Restart the service to make a new one.'

function tooLittle(minFree: number, kept: number, setting: string): string {
  if (minFree + kept === 0) return 'The disk of the data folder has no room left. Free some space.'
  const reserve = `${inWords(kept)} to make ${reserveFile} again`
  if (minFree === 0)
    return `The disk of the data folder has less left than ${reserve}. Free some space.`
  const also = kept === 0 ? '' : `, and ${reserve}`
  return `The disk of the data folder has less than ${inWords(minFree)} left, which ${setting} keeps free${also}. Free some, or lower ${setting}.`
}

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${bytes} bytes` : `${Math.round(mebibytes)} MiB`
}
