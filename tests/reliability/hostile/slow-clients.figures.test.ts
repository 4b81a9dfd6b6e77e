// A thousand slow clients: those that behave wait no longer for it.
import { expect, test } from 'vitest'
import { behaveWell } from './good-client.ts'
import { percentile } from './percentile.ts'
import { hasSlowhttptest } from './slow-attack.ts'
import { slowDown, start, targets } from './slow-clients.ts'

/** What 99 of 100 good requests stay under, in milliseconds. */
const patience = 50

test.for(targets)(
  'good requests stay quick while 1,000 are slow: %s',
  async ([slowness, path], { skip }) => {
    if (!hasSlowhttptest()) skip('needs slowhttptest')
    const { good } = await slowDown(slowness, path)
    expect(percentile(good.milliseconds, 0.99)).toBeLessThan(patience)
  },
)

test('a daemon that lets requests wait is noticed', async () => {
  const daemon = await start(['is busy'])
  const good = await behaveWell(daemon.url, 1_000)
  expect(good.failures).toEqual([])
  expect(percentile(good.milliseconds, 0.99)).toBeGreaterThan(patience)
})
