// What a clean stop leaves behind: which files there are and how large. A start that finds them
// otherwise knows of a loss that no checksum shows, such as a log that was cut.
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Damage } from '../leveldb-files/folder.ts'
import { isDataFile, levelFolder, sealFile } from './files.ts'

/** The sizes by name. */
type Seal = Readonly<Record<string, number>>

/** To be called before the database is closed: what the seal will be about. */
export async function manifestOf(folder: string): Promise<string | undefined> {
  return (await levelFolder(folder).list()).find(isManifest)
}

/**
 * To be called when the database has been closed. Another process may have opened it already: it
 * has begun another manifest, and nothing is sealed.
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

/** To be called when the database has been opened: from then on its files change. */
export async function breakSeal(folder: string): Promise<void> {
  await rm(join(folder, sealFile), { force: true })
}

/**
 * The files that are not as the last stop left them; `torn` are the logs that break off. After a
 * crash there is no seal, and a log may break off.
 */
export async function damagesOfSeal(folder: string, torn: readonly string[]): Promise<Damage[]> {
  const sealed = await readSeal(folder)
  const { list, size } = levelFolder(folder)
  const names = await list()
  // Another program has opened the database since, which begins a new manifest.
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

/** LevelDB's own diary says nothing that counts. */
function isSealed(name: string): boolean {
  return isDataFile(name) && !name.startsWith('LOG')
}

async function readSeal(folder: string): Promise<Seal> {
  try {
    const sealed: unknown = JSON.parse(await readFile(join(folder, sealFile), 'utf8'))
    return sealed !== null && typeof sealed === 'object' ? (sealed as Seal) : {}
  } catch {
    // None was left, or not whole: the files are judged by themselves.
    return {}
  }
}
