// A thousand slow clients, and a well-behaved one during and after them.
import { expect, onTestFinished } from 'vitest'
import { count } from '../lib/count.ts'
import type { Daemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { behaveWell, type GoodRequests } from './good-client.ts'
import { spread } from './percentile.ts'
import { mebibyte, mebibytes, probe, probeUntil, startProbed } from './probe.ts'
import { type Slowness, startAttack } from './slow-attack.ts'

export const connections = 1_000
/** How long each attack is watched, in seconds. Less than the time that headers may take. */
const seconds = Math.min(8, count({ short: 5, long: 8 }))

/** Number of connections that may remain: of the well-behaved client, and of a probe. */
export const few = 5

export const targets: readonly (readonly [Slowness, string])[] = [
  ['headers', '/endpoint/good'],
  ['body', '/endpoint/good'],
  ['body of an add', '/api/endpoint/add'],
  ['read', '/endpoint/large'],
]

export async function start(defects: readonly Defect[] = []): Promise<Daemon> {
  const daemon = await startProbed(['--memory'], defects)
  // More than the buffers of a connection hold.
  const body = JSON.stringify({ name: 'large', data: 'x'.repeat(2 * mebibyte) })
  const response = await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
  expect(response.status).toBe(200)
  await response.text()
  return daemon
}

/** Waits until only few connections remain, for at most a minute. Resolves to their number. */
async function untilFree(daemon: Daemon): Promise<{ left: number; took: string }> {
  const start = performance.now()
  const { sockets } = await probeUntil(daemon, (holdings) => holdings.sockets <= few)
  return { left: sockets, took: ((performance.now() - start) / 1000).toFixed(1) }
}

export interface Slowed {
  /** Number of slow connections at once. */
  readonly opened: number
  readonly good: GoodRequests
  /** Connections that remained after the slow ones were closed, or after a minute. */
  readonly left: number
  readonly after: GoodRequests
}

/** Attacks a new daemon, and notes the figures. */
export async function slowDown(slowness: Slowness, path: string): Promise<Slowed> {
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
  // The daemon closes slow headers after 10 seconds. It allows slow bodies and reads more time.
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
  return { opened: opened.sockets, good, left, after }
}
