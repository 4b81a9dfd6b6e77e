import { expect, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import { createRules, type Rules } from '../rules.ts'

function open(store = createMemoryStore()): Rules {
  return createRules({ store, write: (_, write) => write() })
}

const response = {}

test('rules without an id are numbered across all endpoints', async () => {
  const rules = open()
  const added = [
    await rules.add({ endpoint: 'orders', response }),
    await rules.add({ endpoint: 'users', response, times: 1 }),
    ...(await Promise.all([
      rules.add({ endpoint: 'orders', response }),
      rules.add({ endpoint: 'orders', response }),
    ])),
  ]
  expect(added.map(({ id }) => id)).toEqual(['orders-1', 'users-2', 'orders-3', 'orders-4'])
})

test('the id of a removed rule is not used again after a reset', async () => {
  const rules = open()
  await rules.add({ endpoint: 'orders', response, times: 1 })
  await rules.remove('orders-1')
  rules.reset()
  expect(await rules.add({ endpoint: 'orders', response })).toMatchObject({ id: 'orders-2' })
})

test('generated ids skip given ids and those of an earlier process', async () => {
  const store = createMemoryStore()
  const before = open(store)
  for (let i = 0; i < 100; i++) await before.add({ endpoint: 'orders', response })
  const rules = open(store)
  await rules.add({ id: 'orders-200', endpoint: 'users', response, times: 1 })
  for (let i = 0; i < 100; i++) await rules.add({ endpoint: 'orders', response, times: 1 })
  expect(await rules.count()).toBe(201)
})

test('a generated id is not one that a rule of the same write was given', async () => {
  const rules = open()
  const put = async (): Promise<void> => {}
  const given = [
    { endpoint: 'orders', response, times: 1 },
    { id: 'orders-1', endpoint: 'orders', response, times: 1 },
  ]
  await rules.addAll(given, put)
  expect((await rules.listOf('orders')).map(({ id }) => id)).toEqual(['orders-3', 'orders-1'])
})

test('a rule of an endpoint with a long name gets a short id', async () => {
  const rules = open()
  const { id } = await rules.add({ endpoint: 'é'.repeat(127), response })
  expect(id).toBe('rule-1')
})

test('in a store that other processes also write to, ids are random', async () => {
  const store = { ...createMemoryStore(), watch: () => () => {} }
  const { id } = await open(store).add({ endpoint: 'orders', response })
  expect(id).toMatch(/^orders-[a-z2-9]{8}$/)
})
