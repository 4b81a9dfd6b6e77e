// Hostile requests on raw sockets. Each gets a clean response or none, and none smuggles or hangs.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import { note } from '../lib/figures.ts'
import { hasNginx, type Nginx, startNginx } from '../lib/nginx.ts'
import { attack, attackThrough } from './attack.ts'
import { vectors } from './vectors.ts'

const named = vectors.map((vector) => [vector.what, vector] as const)

async function start(node: readonly string[] = []): Promise<Daemon> {
  const folder = await freshFolder()
  const args = ['--memory', '--behind-proxy', '--allowed-host', 'mock.example']
  const daemon = await startDaemon({ cwd: folder.path, args, node })
  void daemon.ended.then(folder.remove)
  return daemon
}

function figures() {
  const counts = { vectors: 0, canaries: 0, failed: 0 }
  return {
    counts,
    /** Counts the request and its faults, and fails if there is any. */
    judge(faults: readonly string[]): void {
      counts.vectors += 1
      if (faults.length > 0) counts.failed += 1
      if (faults.some((fault) => fault.startsWith('canary'))) counts.canaries += 1
      expect(faults).toEqual([])
    },
  }
}

describe('straight to the daemon', () => {
  const { counts, judge } = figures()
  let daemon: Daemon
  beforeAll(async () => {
    daemon = await start()
  })
  afterAll(async () => {
    note('hostile requests, straight', counts)
    expect(daemon.stderr()).toBe('')
    expect(await daemon.stop()).toEqual({ code: 0, signal: null })
  })

  test.for(named)('%s', async ([, vector]) => {
    judge(await attack(daemon.url, vector))
  })
})

describe('through nginx', () => {
  const { counts, judge } = figures()
  const isThere = hasNginx()
  let daemon: Daemon
  let nginx: Nginx
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    if (!isThere) return
    daemon = await start()
    const folder = await freshFolder()
    stops.push(folder.remove, () => daemon.stop())
    nginx = await startNginx(daemon.url, folder.path)
    stops.push(() => nginx.stop())
  })

  afterAll(async () => {
    if (isThere) note('hostile requests, through nginx', counts)
    for (const stop of stops.reverse()) await stop()
    if (isThere) expect(await daemon.ended).toEqual({ code: 0, signal: null })
  })

  test.for(named)('%s', async ([, vector], context) => {
    if (!isThere) context.skip('needs nginx')
    judge(await attackThrough(nginx.url, daemon.url, vector))
  })
})

test('the check finds a daemon with a lenient HTTP parser', async () => {
  const daemon = await start(['--insecure-http-parser'])
  onTestFinished(async () => void (await daemon.stop()))
  const smuggling = vectors.find(({ what }) => what === 'CL.TE')
  expect(smuggling && (await attack(daemon.url, smuggling))).toContain('canary: asked')
})
