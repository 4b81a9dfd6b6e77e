// A repair that ends at any step, and what a start and a second repair make of that.
import * as fs from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  copyOf,
  filled,
  folderAt,
  fresh,
  inFolder,
  lose,
  namesIn,
  putAll,
  rule,
} from '../test/data-folders.ts'
import { repairDataFolder } from './repair.ts'

const names = ['a', 'b', 'c', 'd']
const interruption = new Error('The power is gone.')
/** How many more changes of files are made; endless unless a test says otherwise. */
const power = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }))

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof fs>()
  const ends = (
    name: 'writeFile' | 'rm' | 'rename' | 'link' | 'copyFile' | 'mkdir' | 'mkdtemp' | 'open',
  ) => {
    const inner: (...args: readonly never[]) => Promise<unknown> = real[name]
    return async (...args: readonly never[]) => {
      if (power.left-- <= 0) throw interruption
      return inner(...args)
    }
  }
  const changes = [
    'writeFile',
    'rm',
    'rename',
    'link',
    'copyFile',
    'mkdir',
    'mkdtemp',
    'open',
  ] as const
  return { ...real, ...Object.fromEntries(changes.map((name) => [name, ends(name)])) }
})

/** Without power nobody removes what was made to lock a folder: it is made where the test does. */
async function ownTemporary(): Promise<void> {
  vi.stubEnv('TMPDIR', await fresh())
  onTestFinished(() => void vi.unstubAllEnvs())
}

/** Repairs with so many changes of files. Resolves to whether it came to its end. */
async function repairWith(path: string, changes: number): Promise<boolean> {
  power.left = changes
  try {
    await repairDataFolder(folderAt(path))
    return true
  } catch (error) {
    const message = expect.stringMatching(
      /cannot be locked|could not be repaired: The power is gone/,
    )
    expect(error).toMatchObject({ name: 'StoreError', kind: 'unavailable', message })
    return false
  } finally {
    power.left = Number.POSITIVE_INFINITY
  }
}

async function damaged(): Promise<string> {
  const path = await filled()
  await inFolder(path, (store) => store.putRule(rule('1')))
  await lose(path, 'CURRENT')
  return path
}

/** What a start finds: the names, or the kind of the error that it ends with. */
async function start(path: string): Promise<unknown> {
  return namesIn(path).catch((error: unknown) => (error as { kind: string }).kind)
}

test('a repair that was interrupted at any step loses nothing', async () => {
  await ownTemporary()
  let isDone = false
  for (let changes = 0; !isDone; changes++) {
    const path = await damaged()
    isDone = await repairWith(path, changes)
    const found = await start(await copyOf(path))
    expect(['corrupt', names], `a start after ${changes} changes`).toContainEqual(found)
    const { endpoints, rules } = await repairDataFolder(folderAt(path))
    expect([endpoints, rules], `a repair after ${changes} changes`).toEqual([names.length, 1])
    expect(await namesIn(path)).toEqual(names)
    expect(await fs.readdir(path)).not.toContain('repair-under-way')
    expect(await fs.readdir(path)).not.toContain('repairing')
    expect(changes).toBeLessThan(100)
  }
})

test('what is added after a repair that was interrupted outlives the next one', async () => {
  await ownTemporary()
  let isDone = false
  for (let changes = 0; !isDone; changes++) {
    const path = await filled()
    isDone = await repairWith(path, changes)
    const added = await inFolder(path, (store) => putAll(store, ['e'])).then(
      () => ['e'],
      () => [],
    )
    await repairDataFolder(folderAt(path))
    expect(await namesIn(path), `after ${changes} changes`).toEqual([...names, ...added])
  }
})
