import { expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import type { EndpointStore, StoreChange } from '../model/store/store.ts'
import { toRuledRequest } from '../rules/match/ruled-request.ts'
import { createRegistry } from './registry.ts'

test('adds an endpoint whose rules cannot be read, and says so to whoever asks for it', async () => {
  for (const rulesOf of [
    () => Promise.reject(new Error('no rules')),
    () => {
      throw new Error('no rules')
    },
  ]) {
    const registry = createRegistry({
      store: { ...createMemoryStore(), rulesOf },
      cacheBytes: 1000,
    })
    await registry.add({ name: 'a', data: '1', statusCode: 200, delay: 0 })
    await expect(Promise.resolve(registry.find('a'))).rejects.toThrow('no rules')
  }
})

test('reads the rules of an endpoint only for a response', async () => {
  const memory = createMemoryStore()
  let reads = 0
  const rulesOf = async (name: string) => {
    reads += 1
    return memory.rulesOf(name)
  }
  const { add, find, matchedBytes, rules } = createRegistry({
    store: { ...memory, rulesOf },
    cacheBytes: 1000,
  })
  await rules.add({ endpoint: 'a', when: { body: 'x' }, response: {} })
  await add({ name: 'a', data: '1', statusCode: 200, delay: 0 })
  expect(matchedBytes('a')).toBeGreaterThan(0)
  expect(matchedBytes('b')).toBe(0)
  expect(reads).toBe(0)
  await find('a')
  expect(reads).toBe(1)
})

test.each([
  [{ kind: 'all' } as const, 0],
  [{ kind: 'all', hasOtherRules: false } as const, 1],
  [{ kind: 'changed', name: 'a', hasOtherRules: true } as const, 0],
  [{ kind: 'changed', name: 'a', hasOtherRules: false } as const, 1],
])('after %j a rule has been used %i times', async (change, used) => {
  let tell: (change: StoreChange) => void = () => {}
  const store: EndpointStore = {
    ...createMemoryStore(),
    watch(listener) {
      tell = listener
      return () => {}
    },
  }
  const { rules, find } = createRegistry({ store, cacheBytes: 1000 })
  await rules.add({ id: 'r', endpoint: 'a', response: {} })
  const request = toRuledRequest({
    method: 'GET',
    target: '/',
    hasDefault: true,
    segments: [],
    headers: [],
    body: new Uint8Array(0),
    isBodyWhole: true,
  })
  rules.choose('a', await find('a'), request)
  expect(await rules.get('r')).toMatchObject({ used: 1 })
  tell(change)
  expect(await rules.get('r')).toMatchObject({ used })
})
