// How long well-behaved clients wait while a thousand others are slow.
import { expect, test } from 'vitest'
import { behaveWell } from '../reliability/hostile/good-client.ts'
import { percentile } from '../reliability/hostile/percentile.ts'
import { hasSlowhttptest } from '../reliability/hostile/slow-attack.ts'
import { slowDown, start, targets } from '../reliability/hostile/slow-clients.ts'
import { figure } from './lib/figure.ts'

/** Limit of the 99th percentile of good requests, in milliseconds. */
const patience = 50

test.for(targets)(
  'good requests are measured while 1,000 clients have a slow %s',
  async ([slowness, path], { skip }) => {
    if (!hasSlowhttptest()) skip('needs slowhttptest')
    const { good } = await slowDown(slowness, path)
    const name = `p99 of good requests while 1,000 have a slow ${slowness}`
    figure(name, percentile(good.milliseconds, 0.99), 'ms', { atMost: patience })
  },
)

test('a busy daemon exceeds the limit for good requests', async () => {
  const daemon = await start(['is busy'])
  const good = await behaveWell(daemon.url, 1_000)
  expect(good.failures).toEqual([])
  expect(percentile(good.milliseconds, 0.99)).toBeGreaterThan(patience)
})
