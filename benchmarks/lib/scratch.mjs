// A folder for what a benchmark writes, on a disk: where files are memory, a sync costs nothing.
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The types of tmpfs and ramfs, see statfs(2). */
const inMemory = [0x01021994, 0x858458f6]
const results = join(import.meta.dirname, '..', 'results')

/** Resolves to what `use` does with a new folder, which is removed afterwards. */
export async function withScratch(use) {
  const folder = await mkdtemp(join(await placeOnDisk(), 'mock-endpoint-bench-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function placeOnDisk() {
  await mkdir(results, { recursive: true })
  for (const place of [tmpdir(), results]) {
    const { type } = await statfs(place)
    if (!inMemory.includes(type)) return place
  }
  throw new Error('Temporary files are kept in memory; TMPDIR names a folder on a disk.')
}
