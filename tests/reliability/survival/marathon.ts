// All attacks on one daemon in random order, while a client adds endpoints. All acknowledged ones
// exist after the daemon was killed in the middle of it and started again.
import { onTestFinished } from 'vitest'
import { spread } from '../hostile/percentile.ts'
import { mebibytes } from '../hostile/probe.ts'
import { count } from '../lib/count.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import { note } from '../lib/figures.ts'
import { createRandom } from '../lib/random.ts'
import type { Attack } from './attack.ts'
import { attackFiles } from './attack-files.ts'
import { add, attackFor, littleHeap, type Survival, witness } from './survive.ts'

/** The variable with which glibc returns the memory of large blocks, as in the Docker image. */
const returningMemory = 'MALLOC_MMAP_THRESHOLD_=1048576'

/** Adds one endpoint after another until the signal aborts. Resolves to the acknowledged ones. */
async function addMeanwhile(url: string, signal: AbortSignal): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>()
  for (let i = 0; !signal.aborted; i++) {
    const data = JSON.stringify({ i, text: 'x'.repeat(i % 1000) })
    const response = await add(url, `{"name":"kept-${i}","data":${data}}`).catch(() => undefined)
    if (response?.ok) acknowledged.set(`kept-${i}`, data)
    await response?.text().catch(() => {})
  }
  return acknowledged
}

async function lostOf(url: string, acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  const lost: string[] = []
  for (const [name, data] of acknowledged) {
    const response = await fetch(`${url}/endpoint/${name}`)
    if ((await response.text()) !== data) lost.push(`${name}: ${response.status}`)
  }
  return lost
}

export interface Marathon extends Survival {
  readonly attacks: number
  /** Number of endpoints whose adding was acknowledged during the attacks. */
  readonly acknowledged: number
  /** Acknowledged endpoints that were missing after the daemon was killed and started again. */
  readonly lost: readonly string[]
}

interface Length {
  /** Number of attacks. The same one may run several times. */
  readonly attacks: number
  readonly secondsEach: number
}

/** Runs attacks in random order on one daemon, kills it, and checks what it kept. */
export async function runMarathon(length: Length): Promise<Marathon> {
  const attacksInRow = count({ short: length.attacks, long: 360 })
  const folder = await freshFolder()
  onTestFinished(folder.remove)
  const start = (): Promise<Daemon> =>
    startDaemon({ cwd: folder.path, node: littleHeap, under: ['env', returningMemory] })
  const daemon = await start()
  onTestFinished(async () => void (await daemon.stop('SIGKILL')))
  // Attacks that clear endpoints or need other flags run only against their own daemon.
  const attacks = (await attackFiles())
    .flatMap((file) => file.attacks)
    .filter(({ args, reads }) => args === undefined && reads === undefined)
  await add(daemon.url, `{"name":"witness","data":${witness}}`)
  for (const attack of attacks) await attack.prepare?.(daemon.url)

  const random = createRandom()
  const ending = new AbortController()
  const adding = addMeanwhile(daemon.url, ending.signal)
  const milliseconds: number[] = []
  const wrong: string[] = []
  /** The longest read in the last run of each attack. */
  const worst: Record<string, string> = {}
  let resident = 0
  let end: string | undefined
  for (let i = 0; i < attacksInRow && end === undefined; i++) {
    const attack = attacks[random.below(attacks.length)] as Attack
    const found = await attackFor(daemon, attack, 1000 * length.secondsEach)
    milliseconds.push(...found.milliseconds)
    worst[attack.name] = `${Math.round(Math.max(...found.milliseconds))} ms`
    wrong.push(...found.wrong.map((response) => `${attack.name}: ${response}`))
    resident = Math.max(resident, found.resident)
    if (found.end !== undefined) end = `${attack.name}: ${found.end}`
  }
  if (end === undefined) await daemon.stop('SIGKILL')
  ending.abort()
  const acknowledged = await adding

  const again = await start()
  onTestFinished(async () => void (await again.stop('SIGKILL')))
  const lost = await lostOf(again.url, acknowledged)
  note('survival: all of them', {
    attacks: attacksInRow,
    acknowledged: acknowledged.size,
    lost: lost.length,
    wrong: wrong.length,
    ...spread('a read', milliseconds),
    resident: mebibytes(resident),
    ...worst,
    end: end ?? 'alive',
    seed: random.seed,
  })
  const kept = { acknowledged: acknowledged.size, lost }
  return { attacks: attacksInRow, end, milliseconds, wrong, resident, ...kept }
}
