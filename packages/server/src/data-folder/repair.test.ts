import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runDaemon, startDaemon } from '../test/daemon.ts'
import {
  copyOf,
  damage,
  fileLike,
  filled,
  folderAt,
  fresh,
  inFolder,
  lose,
  namesIn,
  putAll,
  rule,
  rulesIn,
} from '../test/data-folders.ts'
import { repairDataFolder } from './repair.ts'

/** Returns the names and contents of the data files of a folder. */
async function dataIn(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).filter((name) => /^(CURRENT|MANIFEST|\d|clean)/.test(name))
  const read = async (name: string) => [name, await readFile(join(path, name), 'latin1')]
  return Object.fromEntries(await Promise.all(names.map(read)))
}

describe('repaired data', () => {
  const all = ['a', 'b', 'c', 'd']

  test.each<[string, (path: string) => Promise<string>, string, string[]]>([
    ['a lost CURRENT', (path) => lose(path, 'CURRENT'), 'is missing', all],
    ['a lost manifest', (path) => lose(path, 'MANIFEST'), 'is missing', all],
    ['a damaged manifest', (path) => damage(path, 'MANIFEST', 20), 'has a wrong checksum', all],
    ['a lost log', (path) => lose(path, '.log'), 'is missing', ['a', 'b']],
    ['a lost table', (path) => lose(path, '.ldb'), 'is missing', ['c', 'd']],
    ['a damaged log', (path) => damage(path, '.log', 20), 'has a wrong checksum', ['a', 'b', 'd']],
    ['a damaged table', (path) => damage(path, '.ldb', 20), 'has a damaged block', ['c', 'd']],
    ['a damaged index', (path) => damage(path, '.ldb', -60), 'has an index', ['c', 'd']],
  ])(
    'after %s, a repair brings back everything that was not in it',
    async (_, harm, detail, names) => {
      const path = await filled()
      const file = await harm(path)
      const before = await dataIn(path)
      const { damages, endpoints, keptIn } = await repairDataFolder(folderAt(path))
      expect(damages).toEqual([{ file, detail: expect.stringContaining(detail) }])
      expect(endpoints).toBe(names.length)
      expect(dirname(keptIn)).toBe(path)
      expect(await dataIn(keptIn)).toEqual(before)
      expect(await readdir(path)).toContain('clean-stop.json')
      expect(await namesIn(path)).toEqual(names)
      await inFolder(path, (store) => putAll(store, ['e']))
      expect(await namesIn(path)).toEqual([...names, 'e'])
    },
  )

  test('a repair brings back all of 2,500 endpoints', async () => {
    const path = join(await fresh(), 'data')
    const names = Array.from({ length: 2500 }, (_, i) => `${i + 1000}`)
    await inFolder(path, (store) => Promise.all(names.map((name) => putAll(store, [name]))))
    await lose(path, 'CURRENT')
    expect((await repairDataFolder(folderAt(path))).endpoints).toBe(2500)
    expect(await namesIn(path)).toEqual(names)
  })

  test('a repair of a sound folder keeps everything', async () => {
    const path = await filled()
    expect(await repairDataFolder(folderAt(path))).toMatchObject({ damages: [], endpoints: 4 })
    expect(await namesIn(path)).toEqual(all)
  })

  test('a repair brings back all of 2,500 rules, in order', async () => {
    const path = join(await fresh(), 'data')
    const rules = Array.from({ length: 2500 }, (_, i) => rule(`${2500 - i}`, i % 2 ? 'a' : 'b'))
    await inFolder(path, async (store) => {
      await putAll(store, ['a'])
      await Promise.all(rules.map((each) => store.putRule(each)))
    })
    await lose(path, 'CURRENT')
    expect(await repairDataFolder(folderAt(path))).toMatchObject({ endpoints: 1, rules: 2500 })
    for (const name of ['a', 'b']) {
      const expected = rules.filter(({ endpoint }) => endpoint === name)
      expect(await rulesIn(path, name)).toEqual(expected)
    }
  })

  test('a repaired folder can be repaired again at once', async () => {
    const path = await filled()
    await lose(path, 'CURRENT')
    const first = await repairDataFolder(folderAt(path))
    const second = await repairDataFolder(folderAt(path))
    expect(second).toMatchObject({ damages: [], endpoints: 4 })
    expect(second.keptIn).not.toBe(first.keptIn)
    expect(await namesIn(path)).toEqual(all)
  })
})

describe('folders and files that a repair does not change', () => {
  test.each<[string, (path: string) => Promise<string>]>([
    ['is not there', async (path) => join(path, 'none')],
    ['is empty', async (path) => path],
    [
      'holds other files',
      async (path) => {
        await writeFile(join(path, 'notes.log'), '')
        return path
      },
    ],
    [
      'is a file',
      async (path) => {
        await writeFile(join(path, 'file'), '')
        return join(path, 'file')
      },
    ],
  ])('a repair refuses a path that %s, and changes nothing', async (_, prepare) => {
    const parent = await fresh()
    const path = await prepare(parent)
    const before = await readdir(parent)
    const message = `There is nothing to repair: ${path} is not a data folder. Name it with DIR.`
    await expect(repairDataFolder(folderAt(path))).rejects.toMatchObject({
      kind: 'unavailable',
      message,
    })
    expect(await readdir(parent)).toEqual(before)
  })

  test('a repair refuses a folder that a daemon has open, and changes nothing', async () => {
    const path = await filled()
    const daemon = await startDaemon({ cwd: dirname(path), args: ['--data-dir', path] })
    onTestFinished(async () => void (await daemon.stop()))
    const before = await readdir(path)
    await expect(repairDataFolder(folderAt(path))).rejects.toMatchObject({
      name: 'StoreError',
      kind: 'locked',
    })
    expect(await readdir(path)).toEqual(before)
  })

  test('a repair does not change other files in the folder', async () => {
    const path = await filled()
    await mkdir(join(path, 'mine'))
    await writeFile(join(path, 'mine', '000001.log'), 'mine')
    await writeFile(join(path, 'notes.txt'), 'mine')
    await repairDataFolder(folderAt(path))
    expect(await readFile(join(path, 'mine', '000001.log'), 'utf8')).toBe('mine')
    expect(await readFile(join(path, 'notes.txt'), 'utf8')).toBe('mine')
    expect(await readFile(join(path, '.gitignore'), 'utf8')).toBe('*\n')
  })
})

describe('the command `repair`', () => {
  test('`repair` prints the damage, if there is any, and the number of endpoints', async () => {
    const path = await filled()
    const log = await damage(path, '.log', 20)
    const args = ['repair', '--data-dir', path]
    const { code, stdout, stderr } = await runDaemon(args, { cwd: dirname(path) })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(new RegExp(`^Damaged:\n  ${log} has a wrong checksum at byte \\d+\n`))
    expect(stdout).toContain('\n3 endpoints are there now.\nUnreadable data is lost')
    const again = await runDaemon(['repair', '--data-dir', 'data'], { cwd: dirname(path) })
    expect(again.stdout).toMatch(/^No damage was found\.\n3 endpoints are there now\.\nThe files/)
  })

  test('`repair` prints the number of rules, if there are any', async () => {
    const path = await filled()
    await inFolder(path, (store) => store.putRule(rule('1')))
    const args = ['repair', '--data-dir', path]
    const { stdout } = await runDaemon(args, { cwd: dirname(path) })
    expect(stdout).toContain('\n4 endpoints and 1 rule are there now.\n')
  })

  test('`repair --json` prints the result as an event', async () => {
    const path = await filled()
    await rm(join(path, await fileLike(path, 'CURRENT')))
    const args = ['repair', '--json', '--data-dir', path]
    const { code, stdout } = await runDaemon(args, { cwd: await copyOf(path) })
    expect(code).toBe(0)
    const damages = [{ file: 'CURRENT', detail: 'is missing' }]
    const keptIn = expect.stringContaining(join(path, 'before-repair-'))
    expect(JSON.parse(stdout)).toEqual({
      event: 'repaired',
      damages,
      dropped: [],
      endpoints: 4,
      rules: 0,
      keptIn,
    })
  })

  test('`repair` without a data folder exits with 5', async () => {
    const { code, stderr } = await runDaemon(['repair'], { cwd: await fresh() })
    expect([code, stderr]).toEqual([5, expect.stringContaining('There is nothing to repair')])
  })
})
