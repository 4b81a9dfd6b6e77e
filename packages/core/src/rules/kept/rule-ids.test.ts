import { expect, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import { createRules, type Rules } from '../rules.ts'

function open(store = createMemoryStore()): Rules {
  return createRules({ store, write: (_, write) => write() })
}

const response = {}

test('rules without ids are counted, whatever their endpoints', async () => {
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

test('no id comes twice: neither that of a rule that is used up, nor that of one that was removed', async () => {
  const rules = open()
  await rules.add({ endpoint: 'orders', response, times: 1 })
  await rules.remove('orders-1')
  rules.reset()
  expect(await rules.add({ endpoint: 'orders', response })).toMatchObject({ id: 'orders-2' })
})

test('an id that a rule was given, or got in an earlier process, is passed over', async () => {
  const store = createMemoryStore()
  const before = open(store)
  for (let i = 0; i < 100; i++) await before.add({ endpoint: 'orders', response })
  const rules = open(store)
  await rules.add({ id: 'orders-200', endpoint: 'users', response, times: 1 })
  for (let i = 0; i < 100; i++) await rules.add({ endpoint: 'orders', response, times: 1 })
  expect(await rules.count()).toBe(201)
})

test('of many at once, none gets the id that another one has', async () => {
  const rules = open()
  const put = async (): Promise<void> => {}
  const given = [
    { endpoint: 'orders', response, times: 1 },
    { id: 'orders-1', endpoint: 'orders', response, times: 1 },
  ]
  await rules.addAll(given, put)
  expect((await rules.listOf('orders')).map(({ id }) => id)).toEqual(['orders-3', 'orders-1'])
})

test('the id of an endpoint with a long name is short', async () => {
  const rules = open()
  const { id } = await rules.add({ endpoint: 'é'.repeat(127), response })
  expect(id).toBe('rule-1')
})

test('in a store that others write to, too, ids are drawn', async () => {
  const store = { ...createMemoryStore(), watch: () => () => {} }
  const { id } = await open(store).add({ endpoint: 'orders', response })
  expect(id).toMatch(/^orders-[a-z2-9]{8}$/)
})
