// While a thousand clients are slow, others get responses. In the end, no slow connection is left.
import { expect, test } from 'vitest'
import { hasSlowhttptest } from './slow-attack.ts'
import { connections, few, slowDown, targets } from './slow-clients.ts'

test.for(targets)(
  'good requests are answered while 1,000 clients have a slow %s',
  async ([slowness, path], { skip }) => {
    if (!hasSlowhttptest()) skip('needs slowhttptest')
    const { opened, good, left, after } = await slowDown(slowness, path)
    expect(opened).toBeGreaterThanOrEqual(connections)
    expect(good.failures).toEqual([])
    expect(good.adds).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(few)
    expect(after.failures).toEqual([])
  },
)
