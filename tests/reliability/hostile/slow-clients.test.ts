// A thousand slow clients: those that behave are served as before, and the slow ones are let go.
import { expect, onTestFinished, test } from 'vitest'
import { count } from '../lib/count.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { behaveWell } from './good-client.ts'
import { percentile, spread } from './percentile.ts'
import { mebibyte, mebibytes, probe, probed, probeUntil } from './probe.ts'
import { hasSlowhttptest, type Slowness, startAttack } from './slow-attack.ts'

const connections = 1_000
/** How long each attack is watched, in seconds: less than slow headers are let to be slow. */
const seconds = Math.min(8, count({ short: 5, long: 8 }))
/** What 99 of 100 good requests stay under, in milliseconds. */
const patience = 50

/** Connections that may be left: those of the client that behaves, and of a probe. */
const few = 5

const targets: readonly (readonly [Slowness, string])[] = [
  ['headers', '/endpoint/good'],
  ['body', '/endpoint/good'],
  ['body of an add', '/api/endpoint/add'],
  ['read', '/endpoint/large'],
]

async function start(defects: readonly Defect[] = []): Promise<Daemon> {
  const folder = await freshFolder()
  const args = ['--memory']
  const daemon = await startDaemon({ cwd: folder.path, args, defects, node: probed })
  onTestFinished(async () => {
    await daemon.stop('SIGKILL')
    await folder.remove()
  })
  // More than the buffers of a connection take.
  const body = JSON.stringify({ name: 'large', data: 'x'.repeat(2 * mebibyte) })
  const response = await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
  expect(response.status).toBe(200)
  await response.text()
  return daemon
}

/** Waits until the connections are gone, or for a minute: how many are left, and the seconds. */
async function untilFree(daemon: Daemon): Promise<{ left: number; took: string }> {
  const start = performance.now()
  const { sockets } = await probeUntil(daemon, (holdings) => holdings.sockets <= few)
  return { left: sockets, took: ((performance.now() - start) / 1000).toFixed(1) }
}

test.for(targets)(
  'good requests stay quick while 1,000 are slow: %s',
  async ([slowness, path], { skip }) => {
    if (!hasSlowhttptest()) skip('needs slowhttptest')
    const daemon = await start()
    const attack = startAttack(
      slowness,
      daemon.url.replace('localhost', '127.0.0.1') + path,
      connections,
    )
    onTestFinished(() => attack.end())
    const opened = await probeUntil(daemon, ({ sockets }) => sockets >= connections)
    const good = await behaveWell(daemon.url, seconds * 1000)
    const still = await probe(daemon)
    // The first ones have 10 seconds for their headers. The others are longer in coming, or in going.
    const mayLetGo = slowness === 'headers'
    if (!mayLetGo) await attack.end()
    const { left, took } = await untilFree(daemon)
    await attack.end()
    const after = await behaveWell(daemon.url, 200)
    note(`slow clients: ${slowness}`, {
      'slow connections': opened.sockets,
      'of them after the good requests': still.sockets,
      'good requests': good.milliseconds.length,
      adds: good.adds,
      failed: good.failures.length,
      ...spread('good', good.milliseconds),
      resident: mebibytes(still.rss),
      [mayLetGo ? 'seconds until let go' : 'seconds until free']: took,
      'left then': left,
    })
    expect(opened.sockets).toBeGreaterThanOrEqual(connections)
    expect(good.failures).toEqual([])
    expect(good.adds).toBeGreaterThan(0)
    expect(percentile(good.milliseconds, 0.99)).toBeLessThan(patience)
    expect(left).toBeLessThanOrEqual(few)
    expect(after.failures).toEqual([])
  },
)

test('a daemon that lets requests wait is noticed', async () => {
  const daemon = await start(['is busy'])
  const good = await behaveWell(daemon.url, 1_000)
  expect(good.failures).toEqual([])
  expect(percentile(good.milliseconds, 0.99)).toBeGreaterThan(patience)
})
