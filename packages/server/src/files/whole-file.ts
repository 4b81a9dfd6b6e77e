// Writes a file completely or not at all: first to a temporary file, which is moved at the end.
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface WholeFile {
  write(content: string | Uint8Array): Promise<void>
  /** Moves the file to its place. Resolves when it is on the disk. */
  finish(): Promise<void>
  /** Leaves the previous file as it was. */
  giveUp(): Promise<void>
}

/** Whether a file is a temporary file that was never moved to its place. */
export function isDraft(file: string): boolean {
  return /^\.mock-endpoint-[\da-f]{12}\.tmp$/.test(file)
}

/** Begins to write a file. Rejects with the system's error if that is not possible. */
export async function createWholeFile(path: string): Promise<WholeFile> {
  // A link stays a link, and its target is replaced.
  const place = await realpath(path).catch(() => path)
  const found = await stat(place).catch(() => undefined)
  // A pipe or a device is written directly, because a rename would replace it with a file.
  if (found && !found.isFile()) return writeTo(await open(place, 'w'))
  const beside = join(dirname(place), `.mock-endpoint-${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(beside, 'wx', found?.mode)
  const giveUp = async (): Promise<void> => {
    await file.close()
    await rm(beside, { force: true })
  }
  return {
    write: (content) => writeAll(file, content),
    async finish() {
      try {
        await file.sync()
        await rename(beside, place)
      } catch (error) {
        await giveUp()
        throw error
      }
      await file.close()
      await syncFolder(dirname(place))
    },
    giveUp,
  }
}

function writeTo(file: FileHandle): WholeFile {
  return {
    write: (content) => writeAll(file, content),
    finish: () => file.close(),
    giveUp: () => file.close(),
  }
}

async function writeAll(file: FileHandle, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let from = 0; from < bytes.length; ) {
    from += (await file.write(bytes, from)).bytesWritten
  }
}

/** Syncs a folder, so that its file names are on the disk too. Not possible on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
