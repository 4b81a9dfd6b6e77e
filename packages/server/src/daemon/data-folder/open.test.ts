import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { EndpointStore, StoreError } from '@mock-endpoint/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  copyOf,
  cut,
  damage,
  endpoint,
  filled,
  filledWithMuch,
  fresh,
  inFolder,
  lose,
  namesIn,
  putAll,
} from '../../test/data-folders.ts'
import { checkDataFolder } from './check.ts'
import { openDataFolder } from './open.ts'

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

describe('a folder', () => {
  test('that is new is for the owner alone, and kept from git', async () => {
    const path = join(await fresh(), 'above', 'data')
    await open(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect(await readFile(join(path, '.gitignore'), 'utf8')).toBe('*\n')
  })

  test('with files of others in it gets no .gitignore', async () => {
    const path = await fresh()
    await writeFile(join(path, 'package.json'), '{}')
    await open(path)
    expect(await readdir(path)).not.toContain('.gitignore')
  })

  test('is sealed while it is closed, and at no other time', async () => {
    const path = await filled()
    expect(await readdir(path)).toContain('clean-stop.json')
    const { store } = await open(path)
    expect(await readdir(path)).not.toContain('clean-stop.json')
    await store.close()
    await store.close()
    expect(await readdir(path)).toContain('clean-stop.json')
  })

  test('that was closed and opened often is sound each time', async () => {
    const path = await filled()
    for (let i = 0; i < 8; i++) await inFolder(path, (store) => putAll(store, [`${i}`, 'same']))
    expect(await namesIn(path)).toHaveLength(13)
  })

  test('after a crash holds all, and a log that breaks off is told', async () => {
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

  test('that is removed meanwhile takes nothing, and can be closed', async () => {
    const path = await filled()
    const { store } = await open(path)
    await rm(path, { recursive: true })
    // What the disk answered at opening holds for a while.
    const later = performance.now() + 1000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    onTestFinished(() => clock.mockRestore())
    await expect(store.check()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(store.put(endpoint('e'))).rejects.toMatchObject({ kind: 'unavailable' })
    await store.close()
  })
})

describe('what cannot be opened', () => {
  test.each<[number, string, (path: string) => Promise<unknown>]>([
    [3, 'is damaged: CURRENT is missing', (path) => lose(path, 'CURRENT')],
    [3, 'has a damaged block', (path) => damage(path, '.ldb', 20)],
    [4, 'in use by another process', (path) => open(path)],
  ])('ends the start with %i: %s', async (code, text, harm) => {
    const path = await filled()
    await harm(path)
    const message = expect.stringContaining(text)
    await expect(open(path)).rejects.toMatchObject({ name: 'ExitError', code, message })
  })

  test.each([
    ['is a file', 'it is not a folder', ''],
    ['lies below a file', 'a part of its path is not a folder', 'below'],
  ])('%s ends the start with 5', async (_, reason, below) => {
    const file = join(await fresh(), 'file')
    await writeFile(file, '')
    const message = expect.stringContaining(`cannot be used: ${reason}.`)
    await expect(open(join(file, below))).rejects.toMatchObject({ code: 5, message })
  })

  test.each(['CURRENT', '.log'])(
    'because a %s cannot be read ends the start with 5',
    async (kind) => {
      const path = await filled()
      // To root every file can be read, but for what is none.
      await mkdir(join(path, await lose(path, kind)))
      await rm(join(path, 'clean-stop.json'))
      const message = expect.stringContaining(`${path} cannot be used: `)
      await expect(open(path)).rejects.toMatchObject({ name: 'ExitError', code: 5, message })
    },
  )

  test('for LevelDB says why, with 5', async () => {
    const path = await fresh()
    await mkdir(join(path, 'LOCK'))
    const message = expect.stringContaining(`${path} cannot be used: `)
    await expect(open(path)).rejects.toMatchObject({ code: 5, message })
  })
})

test('a disk with too little room takes no endpoint, and lets go of some', async () => {
  const { store, told } = await open(await filled(), Number.MAX_SAFE_INTEGER)
  await expect(store.put(endpoint('e'))).rejects.toMatchObject({ kind: 'full' })
  await expect(store.check()).rejects.toMatchObject({ kind: 'full' })
  expect(await store.remove('a')).toBe(true)
  expect((await store.get('b'))?.name).toBe('b')
  expect(told).toMatchObject([{ kind: 'full' }])
})

test('a damage in what is checked later is told by onTrouble and the check', async () => {
  const path = await filledWithMuch()
  const { unchecked } = await checkDataFolder(path)
  // A checksum of filters: without entries that are lost, the opening does not notice.
  const [table = ''] = unchecked
  const file = await damage(path, table, filtersEndIn(await readFile(join(path, table))) - 1)
  let onTrouble = (_: StoreError | undefined): void => {}
  const told = new Promise<StoreError | undefined>((resolve) => {
    onTrouble = resolve
  })
  const store = await openDataFolder(path, { minFree: 0, onTrouble, say: () => {} })
  onTestFinished(() => store.close())
  const message = expect.stringMatching(`${path} is damaged: ${file} has a damaged block.*repair`)
  expect(await told).toMatchObject({ kind: 'corrupt', message })
  await expect(store.check()).rejects.toMatchObject({ kind: 'corrupt', message })
})

/** Where the filters of a table end and their index begins: the first number of its footer. */
function filtersEndIn(table: Uint8Array): number {
  let end = 0
  for (let at = table.byteLength - 48, scale = 1; ; at++, scale *= 128) {
    const byte = table[at] ?? 0
    end += (byte & 127) * scale
    if (byte < 128) return end
  }
}
