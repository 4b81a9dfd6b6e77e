// A file that is there whole or not at all: written beside its place, and moved there at the end.
import { randomBytes } from 'node:crypto'
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface WholeFile {
  write(content: string | Uint8Array): Promise<void>
  /** Puts it in its place. It is on the disk then. */
  finish(): Promise<void>
  /** Leaves what was there before. */
  giveUp(): Promise<void>
}

/** Whether a file is one that was never moved to its place. */
export function isDraft(file: string): boolean {
  return /^\.mock-endpoint-[\da-f]{12}\.tmp$/.test(file)
}

/** Rejects with the system's error when it cannot be written there. */
export async function createWholeFile(path: string): Promise<WholeFile> {
  // A link stays one.
  const place = await realpath(path).catch(() => path)
  const found = await stat(place).catch(() => undefined)
  // A pipe or a device has no place to be moved to.
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

/** So that the name is on the disk too. Windows has no such thing. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
