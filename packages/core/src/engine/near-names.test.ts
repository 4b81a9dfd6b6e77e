import { expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import { nearNames } from './near-names.ts'

async function storeOf(...names: readonly string[]) {
  const store = createMemoryStore()
  for (const name of names) await store.put({ name, data: '1', statusCode: 200, delay: 0 })
  return store
}

test('a near name with the same beginning is found among many others', async () => {
  const store = await storeOf(...Array.from({ length: 500 }, (_, i) => `a${i}`), 'orders')
  expect(await nearNames(store, 'order')).toEqual(['orders'])
})

test('a near name with another beginning is found in a small store', async () => {
  expect(await nearNames(await storeOf('orders', 'users'), 'irders')).toEqual(['orders'])
})

test('the three nearest names are returned, each once', async () => {
  const store = await storeOf('orders-1', 'orders-2', 'orders-33', 'orders-444', 'users')
  expect(await nearNames(store, 'orders-3')).toEqual(['orders-1', 'orders-2', 'orders-33'])
})

test('nearNames reads fewer than 500 names and closes the iterators of the store', async () => {
  let read = 0
  let open = 0
  const names = async function* ({ prefix = '' } = {}) {
    open += 1
    try {
      for (let i = 0; i < 5000; i++, read++) yield [`${prefix}${i}`]
    } finally {
      open -= 1
    }
  }
  await nearNames({ names }, 'orders')
  expect(read).toBeLessThan(500)
  expect(open).toBe(0)
})

test('nearNames rejects with the error of a closed store', async () => {
  const store = createMemoryStore()
  await store.close()
  await expect(nearNames(store, 'order')).rejects.toThrow('closed')
})
