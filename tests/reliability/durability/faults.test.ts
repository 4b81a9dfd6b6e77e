// The n-th disk call of a kind fails. No acknowledged write is lost, and nothing hangs.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../lib/calls.ts'
import { count } from '../lib/count.ts'
import { type Daemon, freshFolder, StartError, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { createLedger, type Ledger } from '../lib/ledger.ts'
import { createRandom, type Random, randomData } from '../lib/random.ts'
import { type Fault, failing, whyNoStrace } from '../lib/strace.ts'

const missing = whyNoStrace()
/** By hand, every point from 1 to this number. In CI, only the points in `some`. */
const points = count({ short: 0, long: 60 })
const some = [1, 3, 8, 20, 45]
/** More openings take minutes, because the daemon waits up to 4 seconds after each failure. */
const mostOpenings = 20
/** Breaks the database repeatedly, so that files are opened and renamed that often. */
const alwaysAgain: Fault = { call: 'fdatasync', error: 'EIO', when: '13+13' }
/** Also breaks the database repeatedly, and may fail the writes of an opening. */
const writesFail: Fault = { call: 'write', error: 'ENOSPC', when: '61+61' }

beforeEach((context) => {
  context.skip(missing !== undefined, missing)
})

const kinds: Readonly<Record<string, (n: number) => readonly Fault[]>> = {
  write: (n) => [{ call: 'write', error: n % 2 ? 'EIO' : 'ENOSPC', when: String(n) }],
  fdatasync: (n) => [{ call: 'fdatasync', error: 'EIO', when: String(n) }],
  openat: (n) => [
    { call: 'openat', error: n % 2 ? 'EMFILE' : 'EIO', when: String(n) },
    n % 3 === 0 ? writesFail : alwaysAgain,
  ],
  rename: (n) => [{ call: 'rename', error: 'EIO', when: String(n) }, alwaysAgain],
}

test.each(Object.entries(kinds))(
  'no acknowledged write is lost or altered by a failed %s',
  async (kind, faultsAt) => {
    const random = createRandom()
    const few = kind === 'openat' ? some.filter((n) => n <= mostOpenings) : some
    const all = points === 0 ? few : Array.from({ length: points }, (_, i) => i + 1)
    const total = { points: all.length, reached: 0, refusedStarts: 0, acknowledged: 0 }
    /** Names and rules, each with the point at which it was lost. */
    const lost: string[] = []
    const altered: string[] = []
    const atPoint = async (n: number): Promise<void> => {
      const outcome = await atFault(faultsAt(n), random, operationsFor(n))
      if (outcome.injected.includes(kind)) total.reached++
      total.refusedStarts += outcome.started ? 0 : 1
      total.acknowledged += outcome.acknowledged
      lost.push(...outcome.lost.map((name) => `${n}: ${name}`))
      altered.push(...outcome.altered.map((name) => `${n}: ${name}`))
    }
    // Five at once, because most of the time is spent waiting for a database to open again.
    for (const some of inFives(all)) await Promise.all(some.map(atPoint))
    const found = { lost: lost.length, altered: altered.length }
    note(`I/O faults, ${kind}`, { ...total, ...found, seed: random.seed })
    expect({ lost, altered }).toEqual({ lost: [], altered: [] })
    expect(total.reached).toBeGreaterThan(0)
  },
)

test('the check finds losses when the database is not reopened', async () => {
  const faults = [{ call: 'write', error: 'EIO', when: '60' }]
  const outcome = await atFault(faults, createRandom(), 150, [
    'never reopens',
    'sees no files',
    'recounts',
  ])
  expect(outcome.lost.length + outcome.altered.length).toBeGreaterThan(0)
})

function inFives(points: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(points.length / 5) }, (_, i) =>
    points.slice(5 * i, 5 * i + 5),
  )
}

/** Enough operations to reach the fault, because files are renamed only at openings. */
function operationsFor(n: number): number {
  return Math.max(150, 8 * n)
}

interface Outcome {
  /** The system calls that failed. */
  readonly injected: readonly string[]
  readonly started: boolean
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly altered: readonly string[]
}

async function atFault(
  faults: readonly Fault[],
  random: Random,
  operations: number,
  defects: readonly Defect[] = ['makes small files'],
): Promise<Outcome> {
  const folder = await freshFolder()
  try {
    const data = join(folder.path, '.mock-endpoint')
    const trace = join(folder.path, 'trace')
    const ledger = createLedger()
    const args = ['--data-dir', data]
    const daemon = await startDaemon({
      cwd: folder.path,
      args,
      under: failing(faults, data, trace),
      defects,
    }).catch(refused)
    if (daemon) {
      await work(daemon, ledger, random, operations)
      await daemon.stop('SIGKILL')
    }
    const again = await startDaemon({ cwd: folder.path, args, defects })
    const client = createClient(again.url)
    const { lost, altered } = await ledger.check(client)
    client.close()
    await again.stop()
    const injected = callsThatFailed(await readFile(trace, 'utf8'))
    const started = daemon !== undefined
    return { injected, started, acknowledged: ledger.acknowledged(), lost, altered }
  } finally {
    await folder.remove()
  }
}

function callsThatFailed(trace: string): string[] {
  return trace
    .split('\n')
    .filter((line) => line.includes('(INJECTED)'))
    .map((line) => /^\d+ +(?:<\.\.\. )?(\w+)/.exec(line)?.[1] ?? line)
}

/** Accepts that the daemon could not open its folder, which it reports and which is not a crash. */
function refused(error: unknown): undefined {
  if (error instanceof StartError && (error.code === 5 || error.code === 3)) return undefined
  throw error
}

async function work(
  daemon: Daemon,
  ledger: Ledger,
  random: Random,
  operations: number,
): Promise<void> {
  const client = createClient(daemon.url)
  const clients = Array.from({ length: 2 }, async (_, worker) => {
    for (let i = 0; i < operations / 2; i++) {
      const name = `client ${worker}, ${random.below(20)}`
      const isRule = random.below(3) === 0
      const status =
        random.below(6) === 0
          ? await (isRule ? ledger.removeRule : ledger.remove)(client, name)
          : await (isRule ? ledger.addRule : ledger.add)(client, name, randomData(random, 3000))
      if (status === undefined) throw new Error(`It crashed: ${daemon.stderr()}`)
      if (status >= 500) await writable(client)
    }
  })
  await Promise.all(clients)
  await writable(client)
  client.close()
}

/** Waits until the daemon accepts writes again, without a restart. */
async function writable(client: Client): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    if ((await client.health()).status === 'ok') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`It takes no writes: ${JSON.stringify(await client.health())}`)
}
