// Interrupts a repair at each step, followed by a start and by a second repair.
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
/** Number of file changes until the power fails. Default: no limit. */
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

/** Makes temporary files in a folder of the test, because an interrupted repair leaves some. */
async function ownTemporary(): Promise<void> {
  vi.stubEnv('TMPDIR', await fresh())
  onTestFinished(() => void vi.unstubAllEnvs())
}

/** Repairs until the power fails after that many file changes. Resolves to whether it finished. */
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

/** Resolves to the names that a start finds, or to the kind of its error. */
async function start(path: string): Promise<unknown> {
  return namesIn(path).catch((error: unknown) => (error as { kind: string }).kind)
}

test('a repair that is interrupted at any step loses no data', async () => {
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

test('an endpoint that is added after an interrupted repair survives the next repair', async () => {
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
