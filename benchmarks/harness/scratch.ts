// A folder on a disk for files of a measurement. With files in memory, a sync would cost nothing.
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchmarks } from './machine.ts'

/** The file system types of tmpfs and ramfs, see statfs(2). */
const inMemory = [0x01021994, 0x858458f6]

/** Passes a new folder to `use`, resolves to its result, and removes the folder afterwards. */
export async function withScratch<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(await placeOnDisk(), 'mock-endpoint-bench-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function placeOnDisk(): Promise<string> {
  const results = join(benchmarks, 'results')
  await mkdir(results, { recursive: true })
  for (const place of [tmpdir(), results]) {
    if (!inMemory.includes((await statfs(place)).type)) return place
  }
  throw new Error('Temporary files are kept in memory; set TMPDIR to a folder on a disk.')
}
