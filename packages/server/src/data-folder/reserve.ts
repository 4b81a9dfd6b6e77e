// A file that holds room on the disk, and is given up when there is none left: removing takes room too.
import { randomFillSync } from 'node:crypto'
import { lstat, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { liveLogsOf } from '../leveldb-files/folder.ts'
import { reasonOf } from './explain.ts'
import { levelFolder, reserveFile, sizeOf } from './files.ts'
import { freeOn, roomFor } from './room.ts'

const mebibyte = 1024 * 1024
/** An opening makes a table of LevelDB's log, which has about 4 MiB; the rest is for what follows. */
export const RESERVE_BYTES: number = 8 * mebibyte
/** What an opening writes beside that table. */
const besideTable = mebibyte
/** How many milliseconds it waits before it looks for room again. */
const lookAgainAfter = 4000

export interface Reserve {
  /** How many bytes adds have to leave so that the reserve, once given up, can be made again. */
  owed(): number
  /** To be called before the database is opened: gives the reserve up if that takes more room. */
  beforeOpen(): Promise<void>
  /**
   * To be called when a write has failed for want of room: gives the reserve up. Resolves to whether
   * there is enough room now to open the database again; if not, the reserve stays.
   */
  makeRoom(): Promise<boolean>
  /** Makes the reserve, now or as soon as the disk has room for it beside what adds leave free. */
  keep(): Promise<void>
  /** Looks for room no longer. */
  close(): Promise<void>
}

export interface ReserveOptions {
  /** The data folder. */
  readonly path: string
  /** How many bytes of the disk are to stay free beside the reserve. */
  readonly minFree: number
  /** Is told, once, why it cannot be made though there is room. */
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

  /** Without it the folder can be used all the same. */
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

/** How many bytes are free, are held by the reserve, and are needed to open the database. */
async function roomOf(path: string, file: string): Promise<[number, number, number]> {
  const folder = levelFolder(path)
  const logs = await liveLogsOf(folder)
  const needed = besideTable + (await sizeOf(folder, logs))
  return [await freeOn(path), await allocated(file), needed]
}

/** How many bytes of the disk a file really takes; 0 when there is none, or a link. */
async function allocated(file: string): Promise<number> {
  return lstat(file).then(({ blocks }) => blocks * 512, unlessMissing)
}

function unlessMissing(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0
  throw error
}

/** Noise, which no file system makes shorter. A link in its place is removed, not followed. */
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
