import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatKey } from '@mock-endpoint/core/level'
import { Level } from 'level'
import { describe, expect, test } from 'vitest'
import { readContents, tablesWith } from '../leveldb-files/folder.ts'
import { runDaemon } from '../test/daemon.ts'
import {
  copyOf,
  damage,
  fileLike,
  filled,
  filledWithMuch,
  folderAt,
  fresh,
  inFolder,
  lose,
  namesIn,
  putAll,
  rule,
  rulesIn,
} from '../test/data-folders.ts'
import { levelFolder } from './files.ts'
import { openDataFolder } from './open.ts'
import { repairDataFolder } from './repair.ts'

/** Makes a database of another program with those entries, in its own folder. */
async function theirs(entries: Readonly<Record<string, string>>): Promise<string> {
  const path = join(await fresh(), 'data')
  const db = new Level(path)
  await db.open()
  for (const [key, value] of Object.entries(entries)) await db.put(key, value)
  await db.close()
  return path
}

/** Returns the files below a folder, with their contents and the times of their last change. */
async function snapshot(path: string): Promise<Record<string, unknown>> {
  const names = (await readdir(path, { recursive: true })).sort()
  const states = names.map(async (name) => {
    const file = await stat(join(path, name))
    return [name, file.isFile() && (await readFile(join(path, name))), file.mtimeMs] as const
  })
  const entries = (await Promise.all(states)).map(([name, ...rest]) => [name, rest])
  return Object.fromEntries([['.', (await stat(path)).mtimeMs], ...entries])
}

const foreign: Record<string, () => Promise<string>> = {
  'a database of another program': () => theirs({ theirs: '1', 'meta/count': '1' }),
  'one with keys like ours': () => theirs({ 'endpoint/a': '{"url":"/a"}' }),
  'one with keys like those of our rules': () => theirs({ 'rule/a/0000000000000001': '{}' }),
  'one with a table': async () => {
    const path = await theirs({ theirs: '1' })
    await new Level(path).close()
    const db = new Level(path)
    await db.put('more', '1')
    await db.close()
    return path
  },
  'one whose keys were all removed': async () => {
    const path = await theirs({ theirs: '1' })
    const db = new Level(path)
    await db.del('theirs')
    await db.close()
    return path
  },
  'one without CURRENT': async () => {
    const path = await theirs({ theirs: '1' })
    await lose(path, 'CURRENT')
    return path
  },
  'an empty one beside other files': async () => {
    const path = await theirs({})
    await writeFile(join(path, 'notes.txt'), '')
    return path
  },
  'a project': async () => {
    const path = await fresh()
    await writeFile(join(path, 'package.json'), '{}')
    return path
  },
  'a project with logs': async () => {
    const path = await fresh()
    for (const name of ['package.json', '7.log', 'LOG']) await writeFile(join(path, name), 'text')
    return path
  },
  'a repository': async () => {
    const path = await fresh()
    await mkdir(join(path, '.git'))
    return path
  },
}

describe('folders of other programs', () => {
  test.each(Object.entries(foreign))(
    'a folder of another program is refused, and unchanged: %s',
    async (_, make) => {
      const path = await make()
      const before = await snapshot(path)
      const message = expect.stringMatching(
        /^The folder .* is not a data folder of mock-endpoint: it holds .* Name an empty folder with /,
      )
      const expected = { name: 'StoreError', kind: 'foreign', message }
      await expect(openDataFolder(path)).rejects.toMatchObject(expected)
      expect(await snapshot(path)).toEqual(before)
      const kind = expect.stringMatching(/^(foreign|unavailable)$/)
      await expect(repairDataFolder(folderAt(path))).rejects.toMatchObject({ kind })
      expect(await snapshot(path)).toEqual(before)
    },
  )

  test('a data folder of a later version is refused, and unchanged', async () => {
    const path = await theirs({ 'meta/format': '3', 'endpoint/a': 'of format 3' })
    const before = await snapshot(path)
    const message = expect.stringContaining(`${path} cannot be used: The store has format 3`)
    await expect(openDataFolder(path)).rejects.toMatchObject({ kind: 'unavailable', message })
    expect(await snapshot(path)).toEqual(before)
  })

  test('the daemon and `repair` exit with 2 in a folder of another program', async () => {
    const path = await theirs({ theirs: '1' })
    for (const args of [[], ['repair']]) {
      const ended = await runDaemon([...args, '--data-dir', path], { cwd: await fresh() })
      const line = /^mock-endpoint: The folder \S+ is not a data folder of .* --data-dir\.\n$/
      expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(line)])
    }
  })
})

describe('data folders', () => {
  const all = ['a', 'b', 'c', 'd']

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['with other files in it', (path) => writeFile(join(path, 'notes.txt'), '')],
    ['copied without its dotfiles', (path) => rm(join(path, '.gitignore'))],
    [
      'copied without what we add',
      async (path) => {
        for (const name of await readdir(path)) {
          if (/^(clean|reserve|LO|\.)/.test(name)) await rm(join(path, name))
        }
      },
    ],
    ['after a repair', (path) => repairDataFolder(folderAt(path))],
  ])('a data folder is recognized: %s', async (_, change) => {
    const path = await filled()
    await change(path)
    expect(await namesIn(path)).toEqual(all)
  })

  test('a data folder is recognized after a crash', async () => {
    const path = await filled()
    const crashed = await inFolder(path, async (store) => {
      await putAll(store, ['e'])
      return copyOf(path)
    })
    expect(await namesIn(crashed)).toEqual([...all, 'e'])
  })

  test.each([0, 1, -1])(
    'a data folder is recognized after a crash at its first start, with its log cut at %i',
    async (end) => {
      const path = join(await fresh(), 'data')
      await inFolder(path, async () => {})
      await rm(join(path, 'clean-stop.json'))
      const log = join(path, await fileLike(path, '.log'))
      await writeFile(log, (await readFile(log)).subarray(0, end))
      expect(await namesIn(path)).toEqual([])
    },
  )

  test.each(['.gitkeep', '.DS_Store', 'lost+found', 'LOG', 'LOCK', 'lock-abc'])(
    'a folder with only %s is opened like an empty one',
    async (name) => {
      const path = await fresh()
      await writeFile(join(path, name), '')
      expect(await namesIn(path)).toEqual([])
    },
  )

  test.each<[string, (path: string) => Promise<string>]>([
    ['its CURRENT', (path) => lose(path, 'CURRENT')],
    ['its manifest', (path) => damage(path, 'MANIFEST', 20)],
    ['the table with its format', (path) => damage(path, '.ldb', 20)],
    ['its log', (path) => damage(path, '.log', 20)],
  ])('a damaged data folder is corrupt, not foreign, and can be repaired: %s', async (_, harm) => {
    for (const isSealed of [true, false]) {
      const path = await filled()
      if (!isSealed) await rm(join(path, 'clean-stop.json'))
      await harm(path)
      await expect(openDataFolder(path)).rejects.toMatchObject({ kind: 'corrupt' })
      await repairDataFolder(folderAt(path))
      expect((await namesIn(path)).length).toBeGreaterThan(0)
    }
  })

  test('a data folder with a damaged format and no endpoint is recognized by a rule', async () => {
    const path = join(await fresh(), 'data')
    await inFolder(path, (store) => store.putRule(rule('1')))
    await inFolder(path, (store) => store.putRule(rule('2')))
    await damage(path, '.ldb', 20)
    await rm(join(path, 'clean-stop.json'))
    await writeFile(join(path, 'notes.txt'), '')
    await expect(openDataFolder(path)).rejects.toMatchObject({ kind: 'corrupt' })
    expect(await repairDataFolder(folderAt(path))).toMatchObject({ endpoints: 0, rules: 1 })
    expect(await rulesIn(path, 'a')).toEqual([rule('2')])
  })

  test('a data folder is recognized by its seal if none of its data can be read', async () => {
    const path = await filled()
    await writeFile(join(path, 'notes.txt'), '')
    for (const kind of ['MANIFEST', '.ldb', '.log']) {
      await writeFile(join(path, await fileLike(path, kind)), 'garbage'.repeat(20))
    }
    await expect(openDataFolder(path)).rejects.toMatchObject({ kind: 'corrupt' })
    await rm(join(path, 'clean-stop.json'))
    await expect(openDataFolder(path)).rejects.toMatchObject({ kind: 'foreign' })
  })
})

test('only one table of a large folder is searched for the format of the store', async () => {
  const folder = levelFolder(await filledWithMuch())
  expect((await readContents(folder)).tables.length).toBeGreaterThan(2)
  expect(await tablesWith(folder, formatKey)).toHaveLength(1)
})
