import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readContents } from '../leveldb-files/folder.ts'
import { startDaemon } from '../test/daemon.ts'
import {
  copyOf,
  cut,
  damage,
  endpoint,
  fileLike,
  filled,
  filledWithMuch,
  folderAt,
  fresh,
  inFolder,
  lose,
} from '../test/data-folders.ts'
import { checkDataFolder } from './check.ts'
import { levelFolder } from './files.ts'

test('a folder after a clean stop is sound, and so is an empty folder', async () => {
  expect(await checkDataFolder(folderAt(await filled()))).toEqual({ unchecked: [], torn: [] })
  expect(await checkDataFolder(folderAt(await fresh()))).toEqual({ unchecked: [], torn: [] })
})

describe('a damaged folder', () => {
  test.each<[string, (path: string) => Promise<string>, string]>([
    ['a lost CURRENT', (path) => lose(path, 'CURRENT'), 'is missing'],
    ['a lost manifest', (path) => lose(path, 'MANIFEST'), 'is missing'],
    ['a lost table', (path) => lose(path, '.ldb'), 'is missing'],
    ['a lost log', (path) => lose(path, '.log'), 'is missing'],
    ['a damaged manifest', (path) => damage(path, 'MANIFEST', 20), 'has a wrong checksum'],
    ['a damaged log', (path) => damage(path, '.log', 20), 'has a wrong checksum'],
    ['a damaged table', (path) => damage(path, '.ldb', 20), 'has a damaged block'],
    ['a damaged index', (path) => damage(path, '.ldb', -60), 'has an index that cannot be read'],
    ['a log that was cut', (path) => cut(path, '.log', 5), 'breaks off'],
    ['a table that was cut', (path) => cut(path, '.ldb', 5), 'should have'],
  ])('%s is reported as corrupt, with the file and the remedy', async (_, harm, detail) => {
    const path = await filled()
    const file = await harm(path)
    const before = await readdir(path)
    const error = await checkDataFolder(folderAt(path)).catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'StoreError', kind: 'corrupt' })
    const { message } = error as Error
    expect(message).toContain(`The data folder ${path} is damaged: ${file} ${detail}`)
    expect(message).toContain('Run `REPAIR`, which saves')
    expect(message).toMatch(/choose another folder with DIR\.$/)
    expect(await readdir(path)).toEqual(before)
  })

  test('of several damaged files, the first is named, with the number of the others', async () => {
    const path = await filled()
    const table = await lose(path, '.ldb')
    await lose(path, '.log')
    await expect(checkDataFolder(folderAt(path))).rejects.toThrow(
      `${table} is missing (and 1 more).`,
    )
  })

  test('a log that was cut between two records is detected by the seal', async () => {
    const path = await filled()
    const log = await fileLike(path, '.log')
    await writeFile(join(path, log), '')
    await expect(checkDataFolder(folderAt(path))).rejects.toThrow(
      /\.log had \d+ bytes when the service/,
    )
  })
})

test('a log that breaks off after a crash is reported as torn, and not as damage', async () => {
  const path = await filled()
  const crashed = await inFolder(path, async (store) => {
    await store.put(endpoint('e'))
    return copyOf(path)
  })
  expect(await checkDataFolder(folderAt(crashed))).toEqual({ unchecked: [], torn: [] })
  const log = await cut(crashed, '.log', 1)
  expect(await checkDataFolder(folderAt(crashed))).toEqual({ unchecked: [], torn: [log] })
})

test('some tables of a large folder are only checked later, but must exist', async () => {
  const path = await filledWithMuch()
  const { tables } = await readContents(levelFolder(path))
  const { unchecked } = await checkDataFolder(folderAt(path))
  expect(unchecked.length).toBeGreaterThan(0)
  expect(unchecked).toEqual(tables.slice(-unchecked.length))
  await damage(path, unchecked[0] ?? '', 20)
  expect((await checkDataFolder(folderAt(path))).unchecked).toEqual(unchecked)
  await lose(path, unchecked[0] ?? '')
  await expect(checkDataFolder(folderAt(path))).rejects.toThrow(`${unchecked[0]} is missing`)
})

test('damage in a folder that a daemon has open is reported as locked', async () => {
  const path = await filled()
  const daemon = await startDaemon({ cwd: dirname(path), args: ['--data-dir', path] })
  onTestFinished(async () => void (await daemon.stop()))
  await damage(path, 'MANIFEST', 20)
  await expect(checkDataFolder(folderAt(path))).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'locked',
  })
})
