import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fresh } from '../test/data-folders.ts'
import { breakSeal, damagesOfSeal, manifestOf, seal } from './seal.ts'

const manifest = 'MANIFEST-000004'
const files = { CURRENT: 16, 'MANIFEST-000004': 50, '000005.ldb': 1000, '000006.log': 0 }

/** Makes a folder with files of these sizes, and others that the seal leaves out. */
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

test('the seal lists the sizes of the data files', async () => {
  const path = await folder()
  await seal(path, manifest)
  expect(JSON.parse(await readFile(join(path, 'clean-stop.json'), 'utf8'))).toEqual(files)
  expect(await damagesOfSeal(path, [])).toEqual([])
})

test('a folder that another process has opened meanwhile is not sealed', async () => {
  const path = await folder()
  const before = await manifestOf(path)
  expect(before).toBe(manifest)
  await rm(join(path, manifest))
  await write(path, 'MANIFEST-000007', 50)
  await seal(path, before)
  expect(await readdir(path)).not.toContain('clean-stop.json')
})

test('a seal can be written again, and broken twice', async () => {
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

describe('a sealed folder', () => {
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
  ])('%s is damage in a sealed folder', async (_, harm, file, detail) => {
    const path = await folder()
    await seal(path, manifest)
    await harm(path)
    expect(await damagesOfSeal(path, [])).toEqual([{ file, detail }])
  })

  test('a log that breaks off is damage in a sealed folder', async () => {
    const path = await folder()
    await seal(path, manifest)
    const damages = [{ file: '000006.log', detail: 'breaks off' }]
    expect(await damagesOfSeal(path, ['000006.log'])).toEqual(damages)
  })

  test('changes of sealed files by another program are not damage', async () => {
    const path = await folder()
    await seal(path, manifest)
    await rm(join(path, 'MANIFEST-000004'))
    await rm(join(path, '000006.log'))
    await write(path, 'MANIFEST-000007', 50)
    expect(await damagesOfSeal(path, ['000008.log'])).toEqual([])
  })
})

test.each(['', '\0\0\0\0', '{"CURRENT":', 'null', '[]', '7'])(
  'a seal with the text %j is ignored',
  async (text) => {
    const path = await folder()
    await writeFile(join(path, 'clean-stop.json'), text)
    expect(await damagesOfSeal(path, ['000006.log'])).toEqual([])
  },
)
