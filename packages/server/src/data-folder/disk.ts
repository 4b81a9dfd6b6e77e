// Whether the disk of the data folder takes more: asked before writes, not at each of them.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { StoreError } from '@mock-endpoint/core'
import type { DataFolder } from './explain.ts'
import { reserveFile } from './files.ts'
import { roomFor } from './room.ts'

/** How many bytes of the disk adds leave free, unless the user says otherwise. */
export const DEFAULT_MIN_FREE: number = 64 * 1024 * 1024

/** A response holds for so many milliseconds, and bytes, if there is room for these. */
const holdsFor = 100
const holdsBytes = 8 * 1024 * 1024

/**
 * Rejects with a `StoreError` while less than `minFree` bytes, or than LevelDB may need, and what is
 * `owed` to the reserve, would be free after a write of so many, or when the folder is gone or
 * replaced, to which LevelDB would go on writing.
 */
export function createDiskGuard(
  { path, names }: DataFolder,
  minFree: number,
  owed: () => number = () => 0,
): (bytes: number) => Promise<void> {
  // One of each, however often it is thrown: an error is reported once.
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
  /** The file that LevelDB has locked: in a folder that was put in the place of ours, another. */
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

/** `what` has to stay free. */
function tooLittle(what: string, kept: number): string {
  const also = kept === 0 ? '' : `, and ${inWords(kept)} to make ${reserveFile} again`
  return `The disk of the data folder has less free space than ${what}${also}.`
}

function inWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${bytes} bytes` : `${Math.round(mebibytes)} MiB`
}
