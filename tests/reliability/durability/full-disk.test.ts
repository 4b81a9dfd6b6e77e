// A disk that fills up, and has room again: refused in time, nothing lost, no restart needed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../lib/calls.ts'
import { startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { createLedger, endpointOf, type Ledger } from '../lib/ledger.ts'
import { createRandom, randomData } from '../lib/random.ts'
import { type SmallDisk, smallDisk, whyNoSmallDisk } from '../lib/small-disk.ts'

const mebibyte = 1024 * 1024
/** What the daemon keeps on a disk with that much room. */
const reserve = 8 * mebibyte
const missing = whyNoSmallDisk()
let disk: SmallDisk | undefined

beforeEach((context) => {
  context.skip(missing !== undefined, missing)
})

afterEach(async () => {
  await disk?.remove()
  disk = undefined
})

interface Situation {
  readonly what: string
  readonly free: number
  readonly minFree: string
  /** LevelDB keeps a diary of its tables. */
  readonly isInDiary: boolean
  readonly defects: readonly Defect[]
}

// LevelDB keeps 4 MiB in its log before it makes a table of them.
const situations: readonly Situation[] = [
  {
    what: 'the log',
    free: 2 * mebibyte,
    minFree: '0',
    isInDiary: false,
    defects: ['sees room'],
  },
  {
    what: 'the table of a log',
    free: 6.5 * mebibyte,
    minFree: '0',
    isInDiary: true,
    defects: ['sees room'],
  },
  {
    what: 'nothing, as adds leave a part free',
    free: 12 * mebibyte,
    minFree: '6MiB',
    isInDiary: false,
    defects: [],
  },
]

test.each(situations)('a full disk that breaks $what loses nothing', async (situation) => {
  const { figures, verdict, health, diary } = await fillAndFree(situation)
  note(`full disk, breaks ${situation.what}`, figures)
  expect(verdict).toEqual({ unread: [], lost: [], altered: [] })
  expect(figures.refused).toBeGreaterThan(0)
  expect(health).toMatchObject({
    status: 'degraded',
    reason: expect.stringMatching(/room|free space/),
  })
  expect(diary.includes('No space left')).toBe(situation.isInDiary)
})

// Some take more room in the log than the rest of its last block.
const names = Array.from({ length: 500 }, (_, i) => `${i} ${'x'.repeat(200)}`)

test('on a disk that is full to the last byte, endpoints and rules can be removed and cleared', async () => {
  const { client, restart } = await filledUp(40 * mebibyte)
  expect(await client.addRule('more', 'a', `"${'x'.repeat(100_000)}"`)).toMatchObject({
    status: 507,
  })
  expect(await client.removeRule('removed')).toMatchObject({ status: 200 })
  expect(await client.add('more', `"${'x'.repeat(100_000)}"`)).toMatchObject({ status: 507 })
  const removed = names.slice(0, 100)
  for (const name of removed) expect(await client.remove(name)).toMatchObject({ status: 200 })
  expect(await statuses(client, removed)).toEqual([404])
  expect(await statuses(client, names.slice(100))).toEqual([200])
  const cleared = { success: true, removed: 400 }
  expect(await client.clear()).toEqual({ status: 200, body: JSON.stringify(cleared) })
  expect(await statuses(client, names)).toEqual([404])
  expect(await client.getRule('cleared')).toMatchObject({ status: 404 })
  expect(await restart()).toMatchObject({ endpoints: 0, rules: 0 })
})

test('an import that the disk has no room for leaves nothing, and others stay', async () => {
  const { client, restart, url } = await filledUp(40 * mebibyte)
  const records = Array.from({ length: 1000 }, (_, i) => {
    return { name: `more-${i}`, data: 'x'.repeat(5000) }
  })
  const body = JSON.stringify({ endpoints: [{ name: names[0], data: 2 }, ...records] })
  const { status } = await fetch(`${url}/api/import`, { method: 'POST', body })
  expect(status).toBe(507)
  expect(await statuses(client, names)).toEqual([200])
  expect(await statuses(client, ['more-0', 'more-999'])).toEqual([404])
  expect(await restart('SIGKILL')).toMatchObject({ endpoints: 500, rules: 2 })
})

test('a full disk with a reserve of its own starts again', async () => {
  const { restart } = await filledUp(40 * mebibyte)
  expect(await restart('SIGKILL')).toMatchObject({ endpoints: 500, rules: 2 })
})

test('without the reserve, a clear on a full disk is done or refused, and reads go on', async () => {
  const { client, restart } = await filledUp(4 * mebibyte)
  const { status } = await client.clear()
  expect([200, 507]).toContain(status)
  expect(await statuses(client, names)).toEqual([status === 200 ? 404 : 200])
  const list = await client.list()
  expect([list.status, list.body.includes('"name"')]).toEqual([200, status !== 200])
  await disk?.makeRoom()
  expect([0, ...(status === 200 ? [] : [500])]).toContain((await restart('SIGKILL')).endpoints)
})

test('without the reserve, a clear after a write that failed is refused, and reads go on', async () => {
  const { client, restart } = await filledUp(4 * mebibyte)
  const left = [...names]
  while ((await client.remove(left.shift() ?? '')).status === 200);
  expect(left.length).toBeGreaterThan(400)
  expect(await client.clear()).toMatchObject({ status: 507 })
  expect(await statuses(client, left)).toEqual([200])
  expect(await client.list()).toMatchObject({ status: 200 })
  await disk?.makeRoom()
  expect((await restart('SIGKILL')).endpoints).toBeGreaterThanOrEqual(left.length)
})

/** A daemon with the endpoints `names` and two rules, on a disk of which others have then taken all. */
async function filledUp(bytes: number) {
  const small = await smallDisk(bytes)
  disk = small
  const options = { cwd: small.path, args: ['--min-free', '0'] }
  let daemon = await startDaemon(options)
  const client = createClient(daemon.url)
  await Promise.all(names.map((name) => client.add(name, '1')))
  for (const id of ['removed', 'cleared']) await client.addRule(id, 'ruled', '1')
  await small.fillUp()
  async function restart(signal?: NodeJS.Signals) {
    client.close()
    await daemon.stop(signal)
    daemon = await startDaemon(options)
    const again = createClient(daemon.url)
    const health = await again.health()
    again.close()
    await daemon.stop()
    return health
  }
  return { client, restart, url: daemon.url }
}

/** Those that reading the endpoints is answered with, each once. */
async function statuses(client: Client, names: readonly string[]): Promise<number[]> {
  const responses = await Promise.all(names.map((name) => client.read(name)))
  return [...new Set(responses.map(({ status }) => status))]
}

test('the check finds what is lost when the database is not opened again', async () => {
  const [log] = situations
  if (!log) throw new Error('There is no situation.')
  const defects: Defect[] = ['never reopens', 'sees no files', 'recounts', ...log.defects]
  const { verdict } = await fillAndFree({ ...log, defects })
  expect(verdict.lost.length).toBeGreaterThan(0)
})

async function fillAndFree({ free, minFree, defects }: Situation) {
  disk = await smallDisk(free + reserve + 16 * mebibyte)
  const options = { cwd: disk.path, args: ['--min-free', minFree], defects }
  const daemon = await startDaemon(options)
  const client = createClient(daemon.url)
  const ledger = createLedger()
  await client.add('early', '1')
  await disk.fill(16 * mebibyte)

  const endpoints = await fill(client, ledger)
  await goOnFor(500, client, ledger)
  const health = await client.health()
  const unread = await unreadable(client, ledger)
  const diary = await readFile(join(disk.path, '.mock-endpoint', 'LOG'), 'utf8')

  await disk.makeRoom()
  const freed = performance.now()
  while ((await ledger.add(client, 'late', '"room"')) !== 200) await sleep(50)
  const secondsToWriteAgain = (performance.now() - freed) / 1000
  for (let i = 0; i < 20; i++) {
    await ledger.add(client, `later ${i}`, String(i))
    await ledger.addRule(client, `later ${i}`, String(i))
  }
  await daemon.stop('SIGKILL')

  const again = await startDaemon(options)
  const clientAgain = createClient(again.url)
  const { lost, altered } = await ledger.check(clientAgain)
  await again.stop()
  for (const one of [client, clientAgain]) one.close()
  const figures = {
    endpoints,
    acknowledged: ledger.acknowledged(),
    refused: ledger.refused(),
    lost: lost.length,
    altered: altered.length,
    secondsToWriteAgain: Number(secondsToWriteAgain.toFixed(2)),
  }
  return { figures, verdict: { unread, lost, altered }, health, diary }
}

/** Adds, every tenth time a rule, until it is refused. Resolves to how many were taken. */
async function fill(client: Client, ledger: Ledger): Promise<number> {
  const random = createRandom()
  for (let i = 0; ; i++) {
    const add = i % 10 === 0 ? ledger.addRule : ledger.add
    const status = await add(client, `filling ${i}`, randomData(random, 10_000))
    if (status === 507 || status === 503) return i
    expect(status).toBe(200)
  }
}

async function goOnFor(milliseconds: number, client: Client, ledger: Ledger): Promise<void> {
  const random = createRandom()
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    await ledger.add(client, 'while full', randomData(random, 100_000))
    await ledger.addRule(client, 'while full', randomData(random, 100_000))
  }
  // Where large ones do not fit, small ones may: less than a block of the disk, until none is left.
  while ((await ledger.add(client, 'small', `"${'x'.repeat(1000)}"`)) === 200);
}

/** Of the names and rules that no refused write has put in doubt. */
async function unreadable(client: Client, ledger: Ledger): Promise<string[]> {
  const names: string[] = []
  for (const [name, [data, ...others]] of ledger.possible()) {
    if (others.length === 0 && (await client.read(name)).body !== data) names.push(name)
  }
  for (const [id, [data, ...others]] of ledger.possibleRules()) {
    if (others.length > 0) continue
    if ((await client.post(endpointOf(id))).body !== data) names.push(`rule ${id}`)
  }
  return names
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
