// The seal that a clean stop writes: the names and sizes of the files. If they differ at the next
// start, data was lost in a way that no checksum shows, such as by a truncated log.
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Damage } from '../leveldb-files/folder.ts'
import { isDataFile, levelFolder, sealFile } from './files.ts'

/** The sizes by name. */
type Seal = Readonly<Record<string, number>>

/** Resolves to the manifest for `seal`. Call it before the database is closed. */
export async function manifestOf(folder: string): Promise<string | undefined> {
  return (await levelFolder(folder).list()).find(isManifest)
}

/**
 * Writes the seal. Call it when the database has been closed. If another process has already opened
 * it, there is another manifest, and nothing is sealed.
 */
export async function seal(folder: string, manifest: string | undefined): Promise<void> {
  const { list, size } = levelFolder(folder)
  const names = (await list()).filter(isSealed).sort()
  if (names.some((name) => isManifest(name) && name !== manifest)) return
  const entries = await Promise.all(names.map(async (name) => [name, await size(name)] as const))
  const handle = await open(join(folder, sealFile), 'w')
  try {
    await handle.writeFile(`${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the seal. Call it when the database has been opened, because its files then change. */
export async function breakSeal(folder: string): Promise<void> {
  await rm(join(folder, sealFile), { force: true })
}

/**
 * Returns the files that are not as the last stop left them. `torn` are the logs that end in an
 * incomplete record, which is not damage after a crash, when there is no seal.
 */
export async function damagesOfSeal(folder: string, torn: readonly string[]): Promise<Damage[]> {
  const sealed = await readSeal(folder)
  const { list, size } = levelFolder(folder)
  const names = await list()
  // There is no seal, or another program has opened the database since and begun a new manifest.
  if (names.some((name) => isManifest(name) && !(name in sealed))) return []
  const damages = torn.map((file): Damage => ({ file, detail: 'breaks off' }))
  for (const [name, bytes] of Object.entries(sealed)) {
    if (!names.includes(name)) damages.push({ file: name, detail: 'is missing' })
    else if ((await size(name)) !== bytes) {
      damages.push({ file: name, detail: `had ${bytes} bytes when the service stopped` })
    }
  }
  return damages
}

function isManifest(name: string): boolean {
  return name.startsWith('MANIFEST-')
}

/** Whether the seal includes a file. LevelDB's diary LOG does not matter. */
function isSealed(name: string): boolean {
  return isDataFile(name) && !name.startsWith('LOG')
}

async function readSeal(folder: string): Promise<Seal> {
  try {
    const sealed: unknown = JSON.parse(await readFile(join(folder, sealFile), 'utf8'))
    return sealed !== null && typeof sealed === 'object' ? (sealed as Seal) : {}
  } catch {
    // Without a complete seal, only the files themselves are checked.
    return {}
  }
}
