// A disk fills up and has room again: writes are refused in time, none is lost, without a restart.
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
/** Bytes that the daemon reserves on a disk with that much room. */
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
  /** Whether the failure appears in LOG, in which LevelDB records work on its tables. */
  readonly isInDiary: boolean
  readonly defects: readonly Defect[]
}

// LevelDB collects 4 MiB in its log before it writes them to a table.
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

test.each(situations)('no write is lost on a full disk that breaks $what', async (situation) => {
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

// Long enough that some need more room in the log than the rest of its last block.
const names = Array.from({ length: 500 }, (_, i) => `${i} ${'x'.repeat(200)}`)

test('endpoints and rules can be removed and cleared on a disk that is full to the last byte', async () => {
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

test('an import without room on the disk gets 507 and changes nothing', async () => {
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

test('a daemon with a reserve restarts on a full disk', async () => {
  const { restart } = await filledUp(40 * mebibyte)
  expect(await restart('SIGKILL')).toMatchObject({ endpoints: 500, rules: 2 })
})

test('without the reserve, a clear on a full disk succeeds or gets 507, and reads continue', async () => {
  const { client, restart } = await filledUp(4 * mebibyte)
  const { status } = await client.clear()
  expect([200, 507]).toContain(status)
  expect(await statuses(client, names)).toEqual([status === 200 ? 404 : 200])
  const list = await client.list()
  expect([list.status, list.body.includes('"name"')]).toEqual([200, status !== 200])
  await disk?.makeRoom()
  expect([0, ...(status === 200 ? [] : [500])]).toContain((await restart('SIGKILL')).endpoints)
})

test('without the reserve, a clear after a failed write gets 507, and reads continue', async () => {
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

/** Starts a daemon, adds the endpoints `names` and two rules, then fills the rest of its disk. */
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

/** Resolves to the distinct statuses of reads of these endpoints. */
async function statuses(client: Client, names: readonly string[]): Promise<number[]> {
  const responses = await Promise.all(names.map((name) => client.read(name)))
  return [...new Set(responses.map(({ status }) => status))]
}

test('the check finds losses when the database is not reopened', async () => {
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

/** Adds endpoints, and every tenth time a rule, until one is refused. Resolves to their number. */
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
  // When large ones do not fit, ones smaller than a disk block may, until no block is left.
  while ((await ledger.add(client, 'small', `"${'x'.repeat(1000)}"`)) === 200);
}

/** Resolves to names and rules with wrong data, except those that a refused write made unsure. */
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
