// A thousand slow clients: those that behave do not wait longer for it.
import { expect, test } from 'vitest'
import { behaveWell } from '../reliability/hostile/good-client.ts'
import { percentile } from '../reliability/hostile/percentile.ts'
import { hasSlowhttptest } from '../reliability/hostile/slow-attack.ts'
import { slowDown, start, targets } from '../reliability/hostile/slow-clients.ts'
import { figure } from './lib/figure.ts'

/** What 99 of 100 good requests stay under, in milliseconds. */
const patience = 50

test.for(targets)('1,000 clients with a slow %s', async ([slowness, path], { skip }) => {
  if (!hasSlowhttptest()) skip('needs slowhttptest')
  const { good } = await slowDown(slowness, path)
  const name = `p99 of good requests while 1,000 have a slow ${slowness}`
  figure(name, percentile(good.milliseconds, 0.99), 'ms', { atMost: patience })
})

test('a daemon that lets requests wait is noticed', async () => {
  const daemon = await start(['is busy'])
  const good = await behaveWell(daemon.url, 1_000)
  expect(good.failures).toEqual([])
  expect(percentile(good.milliseconds, 0.99)).toBeGreaterThan(patience)
})
