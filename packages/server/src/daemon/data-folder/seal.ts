// What a clean stop leaves behind: which files there are and how large. A start that finds them
// otherwise knows of a loss that no checksum shows, such as a log that was cut.
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Damage } from '@mock-endpoint/core/level-files'
import { isDataFile, levelFolder } from './files.ts'

const file = 'clean-stop.json'

/** The sizes by name. */
type Seal = Readonly<Record<string, number>>

/** To be called when the database has been closed. */
export async function seal(folder: string): Promise<void> {
  const { list, size } = levelFolder(folder)
  const names = (await list()).filter(isSealed).sort()
  const entries = await Promise.all(names.map(async (name) => [name, await size(name)] as const))
  const handle = await open(join(folder, file), 'w')
  try {
    await handle.writeFile(`${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** To be called before the database is opened: from then on its files change. */
export async function breakSeal(folder: string): Promise<void> {
  await rm(join(folder, file), { force: true })
}

/**
 * What is otherwise than it was left; `torn` are the logs that break off. After a crash there is no
 * seal, nothing is known, and a log may break off.
 */
export async function damagesOfSeal(folder: string, torn: readonly string[]): Promise<Damage[]> {
  const sealed = await readSeal(folder)
  const { list, size } = levelFolder(folder)
  const names = await list()
  // Another program has opened the database since, which begins a new manifest.
  const manifests = Object.keys(sealed).filter((name) => name.startsWith('MANIFEST-'))
  if (names.some((name) => name.startsWith('MANIFEST-') && !manifests.includes(name))) return []
  const damages = torn.map((file): Damage => ({ file, detail: 'breaks off' }))
  for (const [name, bytes] of Object.entries(sealed)) {
    if (!names.includes(name)) damages.push({ file: name, detail: 'is missing' })
    else if ((await size(name)) !== bytes) {
      damages.push({ file: name, detail: `had ${bytes} bytes when the service stopped` })
    }
  }
  return damages
}

/** LevelDB's own diary says nothing that counts. */
function isSealed(name: string): boolean {
  return isDataFile(name) && !name.startsWith('LOG')
}

async function readSeal(folder: string): Promise<Seal> {
  try {
    const sealed: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'))
    return sealed !== null && typeof sealed === 'object' ? (sealed as Seal) : {}
  } catch {
    // None was left, or not whole: the files are judged by themselves.
    return {}
  }
}
