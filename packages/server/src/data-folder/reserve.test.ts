import { link, mkdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { filled, fresh } from '../test/data-folders.ts'
import { reserveFile } from './files.ts'
import { createReserve, RESERVE_BYTES, type Reserve } from './reserve.ts'

interface Opened {
  readonly reserve: Reserve
  readonly said: readonly string[]
  readonly file: string
  /** Resolves to the disk space in bytes that the file takes. */
  readonly held: () => Promise<number>
}

function open(path: string, minFree = 0): Opened {
  const said: string[] = []
  const file = join(path, reserveFile)
  const reserve = createReserve({ path, minFree, say: (sentence) => said.push(sentence) })
  onTestFinished(() => reserve.close())
  const held = () =>
    stat(file).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    )
  return { reserve, said, file, held }
}

test('the reserve takes real disk space, and replaces a sparse file in its place', async () => {
  const { reserve, file, held } = open(await fresh())
  await reserve.keep()
  expect(await held()).toBeGreaterThanOrEqual(RESERVE_BYTES)
  await writeFile(file, '')
  await truncate(file, RESERVE_BYTES)
  await reserve.keep()
  expect(await held()).toBeGreaterThanOrEqual(RESERVE_BYTES)
})

test.each([
  ['symbolic', symlink],
  ['hard', link],
])(
  'a %s link in place of the reserve is replaced, and its target is unchanged',
  async (_, make) => {
    const path = await fresh()
    const { reserve, said, file, held } = open(path)
    const target = join(path, 'target')
    await writeFile(target, 'mine')
    await make(target, file)
    await reserve.keep()
    expect(said).toEqual([])
    expect(await held()).toBeGreaterThanOrEqual(RESERVE_BYTES)
    expect(await readFile(target, 'utf8')).toBe('mine')
  },
)

test('an existing reserve is not written again', async () => {
  const { reserve, file } = open(await fresh())
  await reserve.keep()
  const { mtimeMs } = await stat(file)
  await reserve.keep()
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)
})

test('a write without room gets the reserve, which is owed until it is made again', async () => {
  const { reserve, held } = open(await fresh())
  await reserve.keep()
  expect(reserve.owed()).toBe(0)
  expect(await reserve.makeRoom()).toBe(true)
  expect([await held(), reserve.owed()]).toEqual([0, RESERVE_BYTES])
  await reserve.keep()
  expect(await held()).toBeGreaterThanOrEqual(RESERVE_BYTES)
  expect(reserve.owed()).toBe(0)
})

test('a reserve too small to reopen the database is kept until the next opening', async () => {
  const path = await filled()
  const { reserve, held } = open(path)
  await reserve.keep()
  // A sparse log, which is large but takes no disk space.
  await writeFile(join(path, '000999.log'), '')
  await truncate(join(path, '000999.log'), 2 ** 43)
  expect(await reserve.makeRoom()).toBe(false)
  expect(await held()).toBeGreaterThanOrEqual(RESERVE_BYTES)
  expect(reserve.owed()).toBe(0)
  await reserve.beforeOpen()
  expect([await held(), reserve.owed()]).toEqual([0, RESERVE_BYTES])
})

test('an opening on a disk with room keeps the reserve', async () => {
  const { reserve, held } = open(await filled())
  await reserve.keep()
  await reserve.beforeOpen()
  expect(await held()).toBeGreaterThanOrEqual(RESERVE_BYTES)
})

test('the reserve is not made in space that puts must leave free', async () => {
  const { reserve, said, held } = open(await fresh(), Number.MAX_SAFE_INTEGER)
  await reserve.keep()
  expect([await held(), reserve.owed(), said]).toEqual([0, 0, []])
})

test('a reserve that cannot be made is reported once, and made when it can be', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { reserve, said, file, held } = open(await fresh())
  await mkdir(file)
  await reserve.keep()
  await reserve.keep()
  const sentence = /^The file reserve-for-a-full-disk could not be made, so .* full disk: EISDIR/
  expect(said).toEqual([expect.stringMatching(sentence)])
  await rm(file, { recursive: true })
  vi.advanceTimersByTime(4000)
  await expect.poll(held).toBeGreaterThanOrEqual(RESERVE_BYTES)
  expect(vi.getTimerCount()).toBe(0)
})

test('a closed reserve no longer looks for room', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { reserve } = open(await fresh(), Number.MAX_SAFE_INTEGER)
  await reserve.keep()
  expect(vi.getTimerCount()).toBe(1)
  await reserve.close()
  await reserve.keep()
  expect(vi.getTimerCount()).toBe(0)
})
