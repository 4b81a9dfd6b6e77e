// Fuzzed add requests. Each is stored byte for byte or gets a problem, and the daemon survives.
import { expect, onTestFinished, test } from 'vitest'
import { count } from '../lib/count.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { createRandom } from '../lib/random.ts'
import { fuzz } from './fuzz.ts'

const bodies = count({ short: 20_000, long: 200_000 })
const { seed } = createRandom()
/** Number of bodies after which the endpoints are counted and cleared. */
const round = 20_000

test(`${bodies} fuzzed adds, seed ${seed}`, async () => {
  const daemon = await start()
  const failures: string[] = []
  const total = { bodies: 0, accepted: 0, refused: 0 }
  const codes: Record<string, number> = {}
  for (let from = 0; from < bodies && failures.length === 0; from += round) {
    const found = await fuzz(daemon.url, { seed, from, to: Math.min(from + round, bodies) })
    failures.push(...found.failures)
    for (const key of ['bodies', 'accepted', 'refused'] as const) total[key] += found.counts[key]
    for (const [code, times] of Object.entries(found.codes))
      codes[code] = (codes[code] ?? 0) + times
    if (found.failures.length > 0) break
    const removed = await fetch(`${daemon.url}/api/endpoint`, { method: 'DELETE' })
    expect(await removed.json()).toEqual({ success: true, removed: found.names.size })
  }
  note('fuzzed adds', {
    ...total,
    ...codes,
    failures: failures.length,
    seed,
  })
  expect({ failures, stderr: daemon.stderr() }).toEqual({ failures: [], stderr: '' })
  expect(total.bodies).toBe(bodies)
  expect((await fetch(`${daemon.url}/api/health`)).status).toBe(200)
  expect(await daemon.stop()).toEqual({ code: 0, signal: null })
})

test('the check finds a daemon that parses the data and prints it again', async () => {
  const daemon = await start(['reprints JSON'])
  const { failures } = await fuzz(daemon.url, { seed, from: 0, to: 300 })
  expect(failures.join('\n')).toContain('the echo: 200 {"success":true,')
})

async function start(defects: readonly Defect[] = []): Promise<Daemon> {
  const folder = await freshFolder()
  onTestFinished(folder.remove)
  const daemon = await startDaemon({ cwd: folder.path, args: ['--memory'], defects })
  onTestFinished(async () => void (await daemon.stop()))
  return daemon
}
