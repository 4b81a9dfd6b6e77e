// Flips, cuts and deletes each kind of file. A start must then refuse the folder and name the next
// step, or find all data; it must never lose data silently. A repair must bring back everything
// outside the damaged part. The folders are as a clean stop or a crash leaves them.
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EndpointStore } from '@mock-endpoint/core'
import { beforeAll, expect, test } from 'vitest'
import { freshFolder } from '../test/daemon.ts'
import { copyOf, endpoint, folderAt, inFolder, rule } from '../test/data-folders.ts'
import { openDataFolder } from './open.ts'
import { repairDataFolder } from './repair.ts'

/** Damages a file. */
type Damage = (path: string) => Promise<unknown>

const damages: Readonly<Record<string, Damage>> = {
  deleted: (path) => rm(path),
  emptied: (path) => truncate(path, 0),
  'cut by half': async (path) => truncate(path, Math.floor((await readFile(path)).length / 2)),
  'cut by a byte': async (path) => truncate(path, (await readFile(path)).length - 1),
  'flipped in the middle': (path) => change(path, (bytes) => flip(bytes, bytes.length >> 1)),
  'flipped at the start': (path) => change(path, (bytes) => flip(bytes, 0)),
  'flipped near the end': (path) => change(path, (bytes) => flip(bytes, bytes.length - 60)),
  'zeroed from the middle on': (path) => change(path, (bytes) => bytes.fill(0, bytes.length >> 1)),
  'overwritten with garbage': (path) => change(path, (bytes) => bytes.fill(0xa5)),
}

const dataFiles: Readonly<Record<string, RegExp>> = {
  CURRENT: /^CURRENT$/,
  'the manifest': /^MANIFEST-/,
  'the log': /\.log$/,
  'a table': /\.ldb$/,
}

const cases = Object.keys(dataFiles).flatMap((file) =>
  Object.keys(damages).map((damage) => [file, damage] as const),
)

/**
 * Number of endpoints and rules. A fifth of them are rules. Their total size stays below 8 MiB, the
 * limit up to which tables are checked at the start.
 */
const records = 800
/** The data of the endpoints, and the texts of the rules, by their names. */
const texts = new Map<string, string>()
let stopped: string
let crashed: string

beforeAll(async () => {
  const folder = await freshFolder()
  const path = join(folder.path, 'data')
  for (let i = 0; i < records; i++) texts.set(`${i % 5 ? 'endpoint' : 'rule'} ${i}`, textOf(i))
  const store = await openDataFolder(path, { minFree: 0 })
  for (const [name, text] of texts) {
    await (isRule(name) ? store.putRule(rule(name, 'a', text)) : store.put(endpoint(name, text)))
  }
  crashed = join(folder.path, 'crashed')
  await cp(path, crashed, { recursive: true })
  await store.close()
  stopped = path
  return folder.remove
})

test.each(cases)(
  'a folder with %s %s after a clean stop is refused, and repaired',
  async (file, damage) => {
    const path = await damaged(stopped, file, damage)
    expect(await start(path)).toBe('refused')
    const { altered, there } = await repair(path)
    expect(altered).toEqual([])
    // The records in a damaged log or table may be lost.
    const most = file === 'the log' ? 0.5 : file === 'a table' ? 0.4 : 1
    expect(there).toBeGreaterThanOrEqual(records * most)
  },
)

// A log that ends early is normal after a crash, so it is not damage.
const cut = ['emptied', 'cut by half', 'cut by a byte', 'zeroed from the middle on']
const afterCrash = cases.filter(([file, damage]) => file !== 'the log' || !cut.includes(damage))

test.each(afterCrash)(
  'a folder with %s %s after a crash is unharmed, or refused and repaired',
  async (file, damage) => {
    const path = await damaged(crashed, file, damage)
    const outcome = await start(path)
    // A manifest that ends early is normal after a crash while it was written.
    if (outcome === 'harmless') return
    expect(outcome).toBe('refused')
    expect((await repair(path)).altered).toEqual([])
  },
)

test.each(['LOCK', 'LOG', 'clean-stop.json'])('a lost or damaged %s is harmless', async (file) => {
  for (const damage of ['deleted', 'overwritten with garbage']) {
    const outcome = await start(await damaged(stopped, file, damage))
    expect({ damage, outcome }).toEqual({ damage, outcome: 'harmless' })
  }
})

test('the comparison in these tests detects a missing and a changed endpoint', async () => {
  const [path, other] = [await copyOf(stopped), await copyOf(stopped)]
  await inFolder(path, (store) => store.remove('endpoint 1'))
  await inFolder(other, (store) => store.put(endpoint('endpoint 1')))
  expect([await start(path), await start(other)]).toEqual(['silent', 'silent'])
})

/** Returns a copy of the folder with that damage. */
async function damaged(original: string, file: string, damage: string): Promise<string> {
  const path = await copyOf(original)
  const kind = dataFiles[file] ?? new RegExp(`^${file}$`)
  const name = (await readdir(path)).filter((one) => kind.test(one)).at(-1)
  if (name === undefined) throw new Error(`There is no ${file}.`)
  await damages[damage]?.(join(path, name))
  return path
}

/** Resolves to `silent` if the folder opens although records are missing or changed. */
async function start(path: string): Promise<'refused' | 'harmless' | 'silent'> {
  try {
    const { there, altered } = await inFolder(path, compare)
    return there === records && altered.length === 0 ? 'harmless' : 'silent'
  } catch (error) {
    expect(error).toMatchObject({ kind: 'corrupt', message: expect.stringContaining('repair') })
    return 'refused'
  }
}

async function repair(path: string): Promise<Found> {
  await repairDataFolder(folderAt(path))
  return inFolder(path, compare)
}

interface Found {
  /** Number of records that can be read. */
  readonly there: number
  /** Names of the records that have changed. */
  readonly altered: readonly string[]
}

async function compare(store: EndpointStore): Promise<Found> {
  let there = 0
  const altered: string[] = []
  for (const [name, text] of texts) {
    const found = isRule(name) ? (await store.getRule(name))?.text : (await store.get(name))?.data
    if (found !== undefined) there++
    if (found !== undefined && found !== text) altered.push(name)
  }
  return { there, altered }
}

function isRule(name: string): boolean {
  return name.startsWith('rule')
}

/** Returns about 10,000 characters that differ by number and do not compress in a table. */
function textOf(i: number): string {
  let text = ''
  for (let x = i + 1; text.length < 10_000; x = (x * 48_271) % 2_147_483_647) text += x.toString(36)
  return `"${text}"`
}

async function change(path: string, work: (bytes: Buffer) => unknown): Promise<void> {
  const bytes = await readFile(path)
  work(bytes)
  await writeFile(path, bytes)
}

function flip(bytes: Buffer, at: number): void {
  const index = Math.max(0, at)
  bytes[index] = (bytes[index] ?? 0) ^ 0x10
}
