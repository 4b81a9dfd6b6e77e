// A file that reserves disk space. It is given up on a full disk, because removing takes room too.
import { randomFillSync } from 'node:crypto'
import { lstat, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { liveLogsOf } from '../leveldb-files/folder.ts'
import { reasonOf } from './explain.ts'
import { levelFolder, reserveFile, sizeOf } from './files.ts'
import { freeOn, roomFor } from './room.ts'

const mebibyte = 1024 * 1024
/** Room for the table of about 4 MiB that an opening makes from the log, and for later writes. */
export const RESERVE_BYTES: number = 8 * mebibyte
/** Bytes that an opening writes in addition to that table. */
const besideTable = mebibyte
/** Milliseconds until it looks for room again. */
const lookAgainAfter = 4000

export interface Reserve {
  /** Returns the bytes that puts must leave free for a reserve that is to be made again. */
  owed(): number
  /** Call it before the database is opened. Gives the reserve up if too little is free for that. */
  beforeOpen(): Promise<void>
  /**
   * Call it when a write has failed because the disk is full. Gives the reserve up, and resolves to
   * whether there is now enough room to open the database again. If not, the reserve stays.
   */
  makeRoom(): Promise<boolean>
  /** Makes the reserve, as soon as the disk has room for it in addition to what puts leave free. */
  keep(): Promise<void>
  /** Stops looking for room. */
  close(): Promise<void>
}

export interface ReserveOptions {
  /** The data folder. */
  readonly path: string
  /** Disk space in bytes that stays free in addition to the reserve. */
  readonly minFree: number
  /** Called once with the reason if the reserve cannot be made although there is room. */
  readonly say: (sentence: string) => void
}

export function createReserve({ path, minFree, say }: ReserveOptions): Reserve {
  const file = join(path, reserveFile)
  let isOwed = false
  let isClosed = false
  let hasSaid = false
  let timer: NodeJS.Timeout | undefined
  let keeping: Promise<void> | undefined

  async function giveUp(): Promise<void> {
    await keeping
    await rm(file, { force: true })
    isOwed = true
    lookAgain()
  }

  function lookAgain(): void {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => void keep(), lookAgainAfter).unref()
  }

  async function make(): Promise<void> {
    if ((await allocated(file)) >= RESERVE_BYTES) return
    const { free, needed } = await roomFor(path, RESERVE_BYTES)
    if (free < Math.max(minFree, needed) + RESERVE_BYTES) return lookAgain()
    await allocate(file)
    isOwed = false
  }

  /** Reports the failure once. The folder can be used without the reserve. */
  async function explain(error: unknown): Promise<void> {
    if (!hasSaid) say(`${noReserve} ${reasonOf(error)}`)
    hasSaid = true
    lookAgain()
  }

  function keep(): Promise<void> {
    keeping = make().catch(explain)
    return keeping
  }

  return {
    owed: () => (isOwed ? RESERVE_BYTES : 0),
    async beforeOpen() {
      const [free, held, needed] = await roomOf(path, file)
      if (free < needed && held > 0) await giveUp()
    },
    async makeRoom() {
      const [free, held, needed] = await roomOf(path, file)
      if (free + held < needed) return false
      if (held > 0) await giveUp()
      return true
    },
    keep,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await keeping
    },
  }
}

const noReserve = `The file ${reserveFile} could not be made, so removing may fail on a full disk:`

/** Returns the bytes that are free, held by the reserve, and needed to open the database. */
async function roomOf(path: string, file: string): Promise<[number, number, number]> {
  const folder = levelFolder(path)
  const logs = await liveLogsOf(folder)
  const needed = besideTable + (await sizeOf(folder, logs))
  return [await freeOn(path), await allocated(file), needed]
}

/** Returns the disk space in bytes that a file takes; 0 if it is missing or a symbolic link. */
async function allocated(file: string): Promise<number> {
  return lstat(file).then(({ blocks }) => blocks * 512, unlessMissing)
}

function unlessMissing(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0
  throw error
}

/** Writes random bytes, which no file system compresses. Removes a link instead of following it. */
async function allocate(file: string): Promise<void> {
  const noise = randomFillSync(Buffer.alloc(mebibyte))
  await unlink(file).catch(unlessMissing)
  const handle = await open(file, 'wx')
  try {
    for (let bytes = 0; bytes < RESERVE_BYTES; bytes += mebibyte) await handle.writeFile(noise)
    await handle.close()
  } catch (error) {
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
}
