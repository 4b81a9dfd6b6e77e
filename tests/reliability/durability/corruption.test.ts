// Each kind of file flipped, cut, deleted: refused with the next step, or of no consequence, never
// silent; and a repair brings back all that was not in the damaged part.
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../lib/calls.ts'
import { freshFolder, runProgram, StartError, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { createRandom, randomData } from '../lib/random.ts'

/** What is done to a file. */
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
 * How many endpoints and rules: a fifth of them are rules. Together they stay below the 8 MiB up to
 * which tables are checked at the start.
 */
const records = 800
let data: ReadonlyMap<string, string>
let stopped: { path: string; remove: () => Promise<void> }
let killed: { path: string; remove: () => Promise<void> }
const figures = { cases: 0, refused: 0, harmless: 0, silent: 0 }

beforeAll(async () => {
  const random = createRandom()
  const names = Array.from({ length: records }, (_, i) => `${i % 5 ? 'endpoint' : 'rule'} ${i}`)
  data = new Map(names.map((name) => [name, randomData(random, 10_000)]))
  stopped = await filled('SIGTERM')
  killed = await filled('SIGKILL')
})

afterAll(async () => {
  note('damaged files', figures)
  await Promise.all([stopped.remove(), killed.remove()])
})

test.each(cases)('%s %s after a clean stop is refused, and repaired', async (file, damage) => {
  const { outcome, repaired } = await damageAndStart(stopped.path, file, damage)
  expect(outcome).toBe('refused')
  expect(repaired.altered).toEqual([])
  // A damaged log or table takes what was in it along.
  const most = file === 'the log' ? 0.5 : file === 'a table' ? 0.4 : 1
  expect(repaired.there).toBeGreaterThanOrEqual(records * most)
})

// A log that ends sooner is what a crash leaves behind.
const cut = ['emptied', 'cut by half', 'cut by a byte', 'zeroed from the middle on']
/** The other files are as a clean stop leaves them: one damage that is seen, and one that is hidden. */
const two = ['deleted', 'flipped in the middle']
const afterKill = cases.filter(
  ([file, damage]) =>
    file === 'the manifest' || (file === 'the log' ? !cut.includes(damage) : two.includes(damage)),
)

test.each(afterKill)('%s %s after kill -9 is refused, and repaired', async (file, damage) => {
  const { outcome, repaired } = await damageAndStart(killed.path, file, damage)
  // A manifest that ends sooner belongs to a crash while it was written.
  if (outcome !== 'harmless') expect(outcome).toBe('refused')
  expect(repaired.altered).toEqual([])
})

test.each(['LOCK', 'LOG', 'clean-stop.json'])('%s lost or damaged harms nothing', async (file) => {
  for (const damage of ['deleted', 'overwritten with garbage']) {
    const { outcome } = await damageAndStart(stopped.path, file, damage)
    expect({ damage, outcome }).toEqual({ damage, outcome: 'harmless' })
  }
})

test('the check finds what is silent when nothing looks at the files', async () => {
  const outcome = await damageAndStart(killed.path, 'the log', 'flipped in the middle', [
    'sees no files',
    'recounts',
  ])
  expect(outcome).toMatchObject({ outcome: 'silent' })
})

interface Damaged {
  /** `silent` when it serves and endpoints or rules are missing, or others than they were. */
  readonly outcome: 'refused' | 'harmless' | 'silent'
  readonly repaired: { readonly there: number; readonly altered: readonly string[] }
}

async function damageAndStart(
  original: string,
  file: string,
  damage: string,
  defects: readonly Defect[] = [],
): Promise<Damaged> {
  const folder = await freshFolder()
  try {
    await cp(original, folder.path, { recursive: true })
    const dataDir = join(folder.path, '.mock-endpoint')
    const kind = dataFiles[file] ?? new RegExp(`^${file}$`)
    const name = (await readdir(dataDir)).filter((one) => kind.test(one)).at(-1)
    if (name === undefined) throw new Error(`There is no ${file}.`)
    await damages[damage]?.(join(dataDir, name))
    const outcome = await start(folder.path, defects)
    if (defects.length === 0) {
      figures.cases++
      figures[outcome]++
    }
    if (outcome !== 'refused') return { outcome, repaired: { there: 0, altered: [] } }
    return { outcome, repaired: await repair(folder.path) }
  } finally {
    await folder.remove()
  }
}

async function start(cwd: string, defects: readonly Defect[]): Promise<Damaged['outcome']> {
  try {
    const daemon = await startDaemon({ cwd, defects })
    const client = createClient(daemon.url)
    const { there, altered } = await compare(client)
    client.close()
    await daemon.stop()
    return there === records && altered.length === 0 ? 'harmless' : 'silent'
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    expect(error).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('mock-endpoint repair'),
    })
    return 'refused'
  }
}

async function repair(cwd: string): Promise<Damaged['repaired']> {
  expect(await runProgram(['repair'], { cwd })).toMatchObject({ code: 0, stderr: '' })
  const daemon = await startDaemon({ cwd })
  const client = createClient(daemon.url)
  const found = await compare(client)
  client.close()
  await daemon.stop()
  return found
}

/** A rule answers for an endpoint of its name, which has no record. */
function isRule(name: string): boolean {
  return name.startsWith('rule')
}

async function compare(client: Client): Promise<{ there: number; altered: string[] }> {
  let there = 0
  const altered: string[] = []
  for (const [name, text] of data) {
    const { status, body } = await (isRule(name) ? client.post(name) : client.read(name))
    if (status < 300) there++
    if (status !== 404 && body !== text) altered.push(name)
  }
  return { there, altered }
}

/** The files of a daemon that was stopped by that signal: tables, and a log of half a megabyte. */
async function filled(signal: NodeJS.Signals): Promise<typeof stopped> {
  const folder = await freshFolder()
  const daemon = await startDaemon({ cwd: folder.path })
  const client = createClient(daemon.url)
  const all = [...data]
  while (all.length > 0) {
    const adds = all
      .splice(0, 10)
      .map(([name, text]) =>
        isRule(name) ? client.addRule(name, name, text) : client.add(name, text),
      )
    await Promise.all(adds)
  }
  client.close()
  await daemon.stop(signal)
  return folder
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
