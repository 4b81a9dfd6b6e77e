import { expect, test } from 'vitest'
import { adviceOn } from './old-node.ts'

test.each([
  ['5.0.0', '20.20.2'],
  ['6.1.0', '21.7.3'],
])('Vitest %s on Node %s gets advice to update Node', (vitest, node) => {
  expect(adviceOn(vitest, node)).toContain(
    `Vitest ${vitest} needs Node 22.12 or later, and this is ${node}`,
  )
})

test.each([
  ['4.1.12', '20.20.2'],
  ['5.0.0', '22.12.0'],
  ['5.0.0', '24.1.0'],
])('Vitest %s on Node %s gets no advice', (vitest, node) => {
  expect(adviceOn(vitest, node)).toBeUndefined()
})
