import { expect, test } from 'vitest'
import { StoreError } from './store.ts'

test('an error of another copy of this module is a StoreError', async () => {
  const path: string = './store.ts?another'
  const other = (await import(path)) as typeof import('./store.ts')
  expect(other.StoreError === StoreError).toBe(false)
  expect(new other.StoreError('full', 'no room') instanceof StoreError).toBe(true)
})

test.each([undefined, null, 0, 'StoreError', {}, new Error('full'), { name: 'StoreError' }])(
  '%o is none',
  (value) => {
    expect(value instanceof StoreError).toBe(false)
  },
)
