// Measures from outside what a daemon's process holds: memory after a collection, timers and
// connections.
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'

export interface Holdings {
  /** Resident memory, in bytes. */
  readonly rss: number
  /** Memory of JavaScript objects that are still used, in bytes. */
  readonly heapUsed: number
  /** Memory that V8 had for new objects before that collection, in bytes. */
  readonly young: number
  /** Number of timers that are set. */
  readonly timers: number
  /** Number of connections that are open. */
  readonly sockets: number
}

/** Loaded before the daemon. On SIGUSR2, it prints what the process holds to standard error. */
const preload = `
  import { getHeapSpaceStatistics } from 'node:v8'
  const isNewSpace = (space) => space.space_name === 'new_space'
  process.on('SIGUSR2', async () => {
    const young = getHeapSpaceStatistics().find(isNewSpace).space_size
    for (let i = 0; i < 5; i++) {
      gc()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { rss, heapUsed } = process.memoryUsage()
    const resources = process.getActiveResourcesInfo()
    const count = (wanted) => resources.filter((name) => name === wanted).length
    const [timers, sockets] = [count('Timeout'), count('TCPSocketWrap')]
    const holdings = { rss, heapUsed, young, timers, sockets }
    process.stderr.write('holds ' + JSON.stringify(holdings) + '\\n')
  })`

/** The Node flags with which a daemon can be probed. */
const probed: readonly string[] = [
  '--expose-gc',
  `--import=data:text/javascript,${encodeURIComponent(preload)}`,
]

/** Starts a daemon that can be probed. It ends with the test. */
export async function startProbed(
  args: readonly string[],
  defects: readonly Defect[] = [],
): Promise<Daemon> {
  const folder = await freshFolder()
  const daemon = await startDaemon({ cwd: folder.path, args, defects, node: probed })
  onTestFinished(async () => {
    await daemon.stop('SIGKILL')
    await folder.remove()
  })
  return daemon
}

export async function probe(daemon: Daemon): Promise<Holdings> {
  const before = holdingsIn(daemon).length
  process.kill(daemon.pid, 'SIGUSR2')
  for (;;) {
    const line = holdingsIn(daemon)[before]
    if (line !== undefined) return JSON.parse(line) as Holdings
    if (daemon.process.exitCode !== null) throw new Error('The daemon has ended.')
    await sleep(10)
  }
}

/** Probes until the daemon holds what it should, or for a minute. Resolves to the last probe. */
export async function probeUntil(
  daemon: Daemon,
  isReached: (holdings: Holdings) => boolean,
): Promise<Holdings> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const holdings = await probe(daemon)
    if (isReached(holdings) || performance.now() > deadline) return holdings
    // Not more often, because a collection takes time from the daemon's work.
    await sleep(250)
  }
}

function holdingsIn(daemon: Daemon): string[] {
  return Array.from(daemon.stderr().matchAll(/^holds (.*)\n/gm), ([, json = '']) => json)
}

export const mebibyte = 1024 * 1024

/** Formats bytes as mebibytes, for the figures. */
export function mebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`
}
