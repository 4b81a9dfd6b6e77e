// Checks before writes whether the disk has room. A positive result is reused for a short time.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { StoreError } from '@mock-endpoint/core'
import type { DataFolder } from './explain.ts'
import { reserveFile } from './files.ts'
import { roomFor } from './room.ts'

/** Default of the disk space that puts leave free, in bytes. */
export const DEFAULT_MIN_FREE: number = 64 * 1024 * 1024

/** A positive result is reused for this many milliseconds and bytes, if those bytes are free. */
const holdsFor = 100
const holdsBytes = 8 * 1024 * 1024

/**
 * Returns a check for a write of so many bytes. It rejects with a `StoreError` if the write would
 * leave less free than `minFree`, or than LevelDB may need, plus the bytes that are `owed` to the
 * reserve. It also rejects when the folder was removed or replaced, because LevelDB would continue
 * to write to the removed one.
 */
export function createDiskGuard(
  { path, names }: DataFolder,
  minFree: number,
  owed: () => number = () => 0,
): (bytes: number) => Promise<void> {
  // The same error object is thrown each time, so that it is reported only once.
  const low = new Map<string, StoreError>()
  let gone: StoreError | undefined
  const isGone = (): StoreError => {
    gone ??= new StoreError('unavailable', removed)
    return gone
  }
  const lowOn = (isNeeded: boolean, kept: number): StoreError => {
    const what = isNeeded
      ? 'LevelDB needs to rewrite its files'
      : `${inWords(minFree)}, which ${names.minFree} keeps free`
    const sentence = tooLittle(what, kept)
    const advice = isNeeded ? 'Free some space.' : `Free some, or lower ${names.minFree}.`
    const error = low.get(sentence) ?? new StoreError('full', `${sentence} ${advice}`)
    low.set(sentence, error)
    return error
  }
  let askedAt = Number.NEGATIVE_INFINITY
  let admitted = 0
  /** Identity of the file LOCK, which is another in a folder that replaced ours. */
  let lock: string | undefined

  return async (bytes) => {
    admitted += bytes
    if (performance.now() - askedAt < holdsFor && admitted < holdsBytes) return
    askedAt = Number.NEGATIVE_INFINITY
    const kept = owed()
    const [{ free, needed }, { ino, birthtimeMs }] = await Promise.all([
      roomFor(path, kept + bytes + holdsBytes),
      stat(join(path, 'LOCK')),
    ]).catch((error) => {
      if (error.code === 'ENOENT') throw isGone()
      throw new StoreError('unavailable', 'The disk does not answer.', { cause: error })
    })
    lock ??= `${ino} ${birthtimeMs}`
    if (lock !== `${ino} ${birthtimeMs}`) throw isGone()
    const least = Math.max(minFree, needed) + kept + bytes
    if (free < least) throw lowOn(needed > minFree, kept)
    if (free < least + holdsBytes) return
    askedAt = performance.now()
    admitted = bytes
  }
}

const removed =
  'The data folder has been removed while the service was running. Restart the service to make a new one.'

/** Returns the sentence about too little space. `what` is the space that has to stay free. */
function tooLittle(what: string, kept: number): string {
  const also = kept === 0 ? '' : `, and ${inWords(kept)} to make ${reserveFile} again`
  return `The disk of the data folder has less free space than ${what}${also}.`
}

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${bytes} bytes` : `${Math.round(mebibytes)} MiB`
}
