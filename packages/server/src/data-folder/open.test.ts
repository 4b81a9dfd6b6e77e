import { mkdir, readdir, readFile, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { EndpointStore, StoreError } from '@mock-endpoint/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runDaemon } from '../test/daemon.ts'
import {
  copyOf,
  cut,
  damage,
  endpoint,
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
import { checkDataFolder } from './check.ts'
import { openDataFolder } from './open.ts'
import { repairDataFolder } from './repair.ts'

interface Opened {
  readonly store: EndpointStore
  readonly said: readonly string[]
  readonly told: readonly (StoreError | undefined)[]
}

async function open(path: string, minFree = 0): Promise<Opened> {
  const said: string[] = []
  const told: (StoreError | undefined)[] = []
  const store = await openDataFolder(path, {
    minFree,
    say: (sentence) => said.push(sentence),
    onTrouble: (reason) => told.push(reason),
  })
  onTestFinished(() => store.close())
  return { store, said, told }
}

describe('a data folder', () => {
  test('a new folder is accessible only to its owner, and ignored by git', async () => {
    const path = join(await fresh(), 'above', 'data')
    await open(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect(await readFile(join(path, '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('a folder with only a .gitkeep gets no .gitignore', async () => {
    const path = await fresh()
    await writeFile(join(path, '.gitkeep'), '')
    await open(path)
    expect(await readdir(path)).not.toContain('.gitignore')
  })

  test('a folder is sealed only while it is closed', async () => {
    const path = await filled()
    expect(await readdir(path)).toContain('clean-stop.json')
    const { store } = await open(path)
    expect(await readdir(path)).not.toContain('clean-stop.json')
    await store.close()
    await store.close()
    expect(await readdir(path)).toContain('clean-stop.json')
  })

  test('a folder stays sound when it is opened and closed often', async () => {
    const path = await filled()
    for (let i = 0; i < 8; i++) await inFolder(path, (store) => putAll(store, [`${i}`, 'same']))
    expect(await namesIn(path)).toHaveLength(13)
  })

  test('a log that breaks off after a crash is reported once, and loses one write', async () => {
    const path = await filled()
    const crashed = await inFolder(path, async (store) => {
      await putAll(store, ['e', 'f'])
      return copyOf(path)
    })
    const log = await cut(crashed, '.log', 1)
    const { said, store } = await open(crashed)
    expect(said).toEqual([
      `${log} breaks off, as after a crash: the write that was under way had not been acknowledged.`,
    ])
    expect(await store.count()).toBe(5)
    await store.close()
    expect((await open(crashed)).said).toEqual([])
  })

  test('a folder keeps its rules after a clean stop and after a crash', async () => {
    const path = await filled()
    await inFolder(path, (store) => store.putRule(rule('2')))
    const crashed = await inFolder(path, async (store) => {
      await store.putRule(rule('1'))
      return copyOf(path)
    })
    for (const folder of [path, crashed]) {
      expect(await rulesIn(folder, 'a')).toEqual([rule('2'), rule('1')])
    }
  })

  test('a folder that is removed while it is open takes no writes, and can be closed', async () => {
    const path = await filled()
    const { store } = await open(path)
    await rm(path, { recursive: true })
    // The result of the disk check at opening is reused for a while.
    const later = performance.now() + 1000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    onTestFinished(() => clock.mockRestore())
    await expect(store.check()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.put(endpoint('e'))).rejects.toMatchObject({ kind: 'unavailable' })
    await store.close()
  })
})

describe('a folder that cannot be opened', () => {
  test.each<[string, string, (path: string) => Promise<unknown>]>([
    ['corrupt', 'is damaged: CURRENT is missing', (path) => lose(path, 'CURRENT')],
    ['corrupt', 'has a damaged block', (path) => damage(path, '.ldb', 20)],
    ['locked', 'in use by this process', (path) => open(path)],
  ])('a folder is refused as %s: %s', async (kind, text, harm) => {
    const path = await filled()
    await harm(path)
    const message = expect.stringContaining(text)
    await expect(open(path)).rejects.toMatchObject({ name: 'StoreError', kind, message })
  })

  test.each([
    ['is a file', 'it is not a folder', ''],
    ['lies below a file', 'a part of its path is not a folder', 'below'],
  ])('a data folder is unavailable if it %s', async (_, reason, below) => {
    const file = join(await fresh(), 'file')
    await writeFile(file, '')
    const message = expect.stringContaining(`cannot be used: ${reason}.`)
    await expect(open(join(file, below))).rejects.toMatchObject({ kind: 'unavailable', message })
  })

  test.each(['CURRENT', '.log'])(
    'a data folder is unavailable if its %s cannot be read',
    async (kind) => {
      const path = await filled()
      // A folder in its place, because root can read every file.
      await mkdir(join(path, await lose(path, kind)))
      await rm(join(path, 'clean-stop.json'))
      const message = expect.stringContaining(`${path} cannot be used: `)
      const expected = { name: 'StoreError', kind: 'unavailable', message }
      await expect(open(path)).rejects.toMatchObject(expected)
    },
  )

  test('a folder that LevelDB cannot open is reported as unavailable', async () => {
    const path = await fresh()
    await mkdir(join(path, 'LOCK'))
    const message = expect.stringContaining(`${path} cannot be used: `)
    await expect(open(path)).rejects.toMatchObject({ kind: 'unavailable', message })
  })

  test('a folder can be opened once the obstacle in it is gone', async () => {
    const path = await fresh()
    await mkdir(join(path, 'LOCK'))
    await expect(open(path)).rejects.toMatchObject({ kind: 'unavailable' })
    await rmdir(join(path, 'LOCK'))
    expect(await namesIn(path)).toEqual([])
  })
})

describe('a folder that this process has open', () => {
  test('a second attempt to open a folder keeps it locked to other processes', async () => {
    const path = await filled()
    await open(path)
    // On damage, opening would test whether others have the folder, which ends our own lock.
    await damage(path, 'MANIFEST', 20)
    await expect(open(path)).rejects.toMatchObject({ kind: 'locked' })
    await expect(repairDataFolder(folderAt(path))).rejects.toMatchObject({ kind: 'locked' })
    const args = ['--port', '0', '--data-dir', path]
    const { code, stderr } = await runDaemon(args, { cwd: dirname(path) })
    expect([code, stderr]).toEqual([4, expect.stringContaining('in use by another process')])
  })

  test('an open folder is recognized by a link to it', async () => {
    const path = await filled()
    await open(path)
    await symlink(path, `${path}-link`)
    await expect(open(`${path}-link`)).rejects.toMatchObject({ kind: 'locked' })
  })

  test('the first close releases a folder, and a second close does nothing', async () => {
    const path = await filled()
    const { store } = await open(path)
    await store.close()
    await open(path)
    await store.close()
    expect(await readdir(path)).not.toContain('clean-stop.json')
    await expect(open(path)).rejects.toMatchObject({ kind: 'locked' })
  })
})

test('on a disk with too little room, endpoints and rules can only be removed', async () => {
  const path = await filled()
  await inFolder(path, (store) => store.putRule(rule('1')))
  const { store, told } = await open(path, Number.MAX_SAFE_INTEGER)
  await expect(store.put(endpoint('e'))).rejects.toMatchObject({ kind: 'full' })
  await expect(store.putRule(rule('2'))).rejects.toMatchObject({ kind: 'full' })
  expect(await store.removeRule('1')).toBe(true)
  await expect(store.check()).rejects.toMatchObject({ kind: 'full' })
  expect(await store.remove('a')).toBe(true)
  expect((await store.get('b'))?.name).toBe('b')
  expect(told).toMatchObject([{ kind: 'full' }])
})

test('the reserve is made on a disk with room, and not on a disk with too little', async () => {
  const path = await filled()
  expect(await readdir(path)).toContain('reserve-for-a-full-disk')
  const without = join(await fresh(), 'data')
  await open(without, Number.MAX_SAFE_INTEGER)
  expect(await readdir(without)).not.toContain('reserve-for-a-full-disk')
})

test('damage in a table that is checked later is reported by onTrouble and check()', async () => {
  const path = await filledWithMuch()
  const { unchecked } = await checkDataFolder(folderAt(path))
  // Damages a checksum of filters. No entry is lost, so the opening does not notice it.
  const [table = ''] = unchecked
  const file = await damage(path, table, filtersEndIn(await readFile(join(path, table))) - 1)
  let onTrouble = (_: StoreError | undefined): void => {}
  const told = new Promise<StoreError | undefined>((resolve) => {
    onTrouble = resolve
  })
  const store = await openDataFolder(path, { minFree: 0, onTrouble })
  onTestFinished(() => store.close())
  const message = expect.stringMatching(`${path} is damaged: ${file} has a damaged block.*repair`)
  expect(await told).toMatchObject({ kind: 'corrupt', message })
  await expect(store.check()).rejects.toMatchObject({ kind: 'corrupt', message })
})

/** The offset where a table's filters end and their index begins: the footer's first number. */
function filtersEndIn(table: Uint8Array): number {
  let end = 0
  for (let at = table.byteLength - 48, scale = 1; ; at++, scale *= 128) {
    const byte = table[at] ?? 0
    end += (byte & 127) * scale
    if (byte < 128) return end
  }
}
