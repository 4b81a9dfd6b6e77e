// kill -9 at random moments, while clients add, replace and remove endpoints and rules. No
// acknowledged write is lost.
import { afterEach, expect, test } from 'vitest'
import { type Client, createClient } from '../lib/calls.ts'
import { count } from '../lib/count.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { createLedger, type Ledger } from '../lib/ledger.ts'
import { createRandom, type Random, randomData } from '../lib/random.ts'

const clients = 16
const namesEach = 10
/** Number of names that all clients write at once. */
const shared = 5

let ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(ends.map((end) => end()))
  ends = []
})

test('no acknowledged write is lost or altered by kill -9', async () => {
  const kills = count({ short: 20, long: 1000 })
  const random = createRandom()
  const { ledger, lost, altered, phantoms } = await killAgainAndAgain(kills, random)
  const figures = { kills, acknowledged: ledger.acknowledged(), lost: lost.length }
  note('kill -9 ledger', { ...figures, altered: altered.length, phantoms, seed: random.seed })
  expect({ lost, altered, phantoms }).toEqual({ lost: [], altered: [], phantoms: 0 })
  expect(ledger.acknowledged()).toBeGreaterThan(kills)
})

test('the check finds losses of a daemon that acknowledges before it writes', async () => {
  const random = createRandom()
  const lost: string[] = []
  // A kill before the first acknowledgement loses nothing.
  for (let tries = 0; lost.length === 0 && tries < 20; tries++) {
    lost.push(...(await killAgainAndAgain(1, random, ['acknowledges early'])).lost)
  }
  expect(lost).not.toEqual([])
})

interface Outcome {
  readonly ledger: Ledger
  readonly lost: string[]
  readonly altered: string[]
  /** By how much the numbers of endpoints and rules differ from the expected ones. */
  phantoms: number
}

async function killAgainAndAgain(
  kills: number,
  random: Random,
  defects: readonly Defect[] = [],
): Promise<Outcome> {
  const folder = await freshFolder()
  ends.push(folder.remove)
  const outcome: Outcome = { ledger: createLedger(), lost: [], altered: [], phantoms: 0 }
  for (let kill = 0; kill <= kills; kill++) {
    const daemon = await start(folder.path, random, defects)
    const client = createClient(daemon.url)
    const { lost, altered } = await outcome.ledger.check(client)
    outcome.lost.push(...lost)
    outcome.altered.push(...altered)
    const { endpoints, rules } = await client.health()
    outcome.phantoms += Math.abs(endpoints - thereOf(outcome.ledger.possible()))
    outcome.phantoms += Math.abs(rules - thereOf(outcome.ledger.possibleRules()))
    if (kill < kills) await writeUntilKilled(daemon, client, outcome.ledger, random)
    else await daemon.stop()
    client.close()
  }
  return outcome
}

/** Returns the number of existing items, once all values are certain. */
function thereOf(possible: ReturnType<Ledger['possible']>): number {
  return [...possible.values()].filter(([value]) => value !== undefined).length
}

/** Starts the daemon. Now and then, it is first killed while it is starting. */
async function start(cwd: string, random: Random, defects: readonly Defect[]): Promise<Daemon> {
  if (random.below(5) === 0) {
    const starting = startDaemon({ cwd, defects, killAfter: 100 + random.below(300) })
    await starting.then((daemon) => daemon.stop('SIGKILL')).catch(() => {})
  }
  return startDaemon({ cwd, defects })
}

async function writeUntilKilled(
  daemon: Daemon,
  client: Client,
  ledger: Ledger,
  random: Random,
): Promise<void> {
  const moment = 20 + random.below(300)
  const killed = new Promise((resolve) => setTimeout(resolve, moment)).then(() =>
    daemon.stop('SIGKILL'),
  )
  const work = Array.from({ length: clients }, async (_, worker) => {
    for (let status: number | undefined = 0; status !== undefined; ) {
      const own = `client ${worker}, ${random.below(namesEach)}`
      const name = random.below(8) === 0 ? `shared ${random.below(shared)}` : own
      const length = random.below(50) === 0 ? 100_000 : random.below(2000)
      const isRule = random.below(3) === 0
      if (random.below(4) === 0) {
        status = await (isRule ? ledger.removeRule : ledger.remove)(client, name)
      } else {
        const add = isRule ? ledger.addRule : ledger.add
        status = await add(client, name, randomData(random, length))
      }
    }
  })
  await Promise.all([killed, ...work])
}
