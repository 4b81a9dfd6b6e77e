import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fresh } from '../test/data-folders.ts'
import { breakSeal, damagesOfSeal, manifestOf, seal } from './seal.ts'

const manifest = 'MANIFEST-000004'
const files = { CURRENT: 16, 'MANIFEST-000004': 50, '000005.ldb': 1000, '000006.log': 0 }

/** A folder with files of these sizes, and others that do not count. */
async function folder(): Promise<string> {
  const path = await fresh()
  const all = { ...files, LOCK: 0, LOG: 9, 'LOG.old': 9, '.gitignore': 2, 'notes.log': 3 }
  for (const [name, size] of Object.entries(all)) await write(path, name, size)
  await mkdir(join(path, 'before-repair'))
  return path
}

async function write(path: string, name: string, size: number): Promise<void> {
  await writeFile(join(path, name), new Uint8Array(size))
}

test('the seal tells the sizes of the files that hold data', async () => {
  const path = await folder()
  await seal(path, manifest)
  expect(JSON.parse(await readFile(join(path, 'clean-stop.json'), 'utf8'))).toEqual(files)
  expect(await damagesOfSeal(path, [])).toEqual([])
})

test('nothing is sealed of a folder that another process has opened meanwhile', async () => {
  const path = await folder()
  const before = await manifestOf(path)
  expect(before).toBe(manifest)
  await rm(join(path, manifest))
  await write(path, 'MANIFEST-000007', 50)
  await seal(path, before)
  expect(await readdir(path)).not.toContain('clean-stop.json')
})

test('the seal of before is written anew, and broken once or twice', async () => {
  const path = await folder()
  await seal(path, manifest)
  await write(path, '000006.log', 7)
  await seal(path, manifest)
  expect(await damagesOfSeal(path, [])).toEqual([])
  await breakSeal(path)
  await breakSeal(path)
  await rm(join(path, '000005.ldb'))
  expect(await damagesOfSeal(path, ['000006.log'])).toEqual([])
})

describe('in a sealed folder', () => {
  test.each<[string, (path: string) => Promise<void>, string, string]>([
    ['a lost table', (path) => rm(join(path, '000005.ldb')), '000005.ldb', 'is missing'],
    ['a lost CURRENT', (path) => rm(join(path, 'CURRENT')), 'CURRENT', 'is missing'],
    [
      'a file that was cut',
      (path) => write(path, '000005.ldb', 999),
      '000005.ldb',
      'had 1000 bytes when the service stopped',
    ],
    [
      'a file that grew',
      (path) => write(path, '000006.log', 1),
      '000006.log',
      'had 0 bytes when the service stopped',
    ],
  ])('%s is a damage', async (_, harm, file, detail) => {
    const path = await folder()
    await seal(path, manifest)
    await harm(path)
    expect(await damagesOfSeal(path, [])).toEqual([{ file, detail }])
  })

  test('a log that breaks off is a damage', async () => {
    const path = await folder()
    await seal(path, manifest)
    const damages = [{ file: '000006.log', detail: 'breaks off' }]
    expect(await damagesOfSeal(path, ['000006.log'])).toEqual(damages)
  })

  test('nothing is, once another program has opened the database', async () => {
    const path = await folder()
    await seal(path, manifest)
    await rm(join(path, 'MANIFEST-000004'))
    await rm(join(path, '000006.log'))
    await write(path, 'MANIFEST-000007', 50)
    expect(await damagesOfSeal(path, ['000008.log'])).toEqual([])
  })
})

test.each(['', '\0\0\0\0', '{"CURRENT":', 'null', '[]', '7'])(
  'a seal with %j in it is none',
  async (text) => {
    const path = await folder()
    await writeFile(join(path, 'clean-stop.json'), text)
    expect(await damagesOfSeal(path, ['000006.log'])).toEqual([])
  },
)
