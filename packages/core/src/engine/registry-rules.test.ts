import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import type { EndpointStore, StoreChange, StoredRule } from '../model/store/store.ts'
import { realClock } from '../model/time/clock.ts'
import { toRuledRequest } from '../rules/match/ruled-request.ts'
import { createRegistry, type Registry } from './registry.ts'

test('an endpoint whose rules cannot be read is added, and finding it rejects', async () => {
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

test('the rules of an endpoint are read only when it is found for a response', async () => {
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

test('adding a rule does not read the other rules of the endpoint again', async () => {
  const memory = createMemoryStore()
  let reads = 0
  const rulesOf = async (name: string) => {
    reads += 1
    return memory.rulesOf(name)
  }
  const { find, rules } = createRegistry({ store: { ...memory, rulesOf }, cacheBytes: 100_000 })
  for (const id of ['1', '2', '3', '2']) {
    await rules.add({ id, endpoint: 'a', response: { data: id } })
    await find('a')
  }
  const found = await find('a')
  expect([...(found?.rules ?? [])].map(({ rule }) => rule.id)).toEqual(['3', '2', '1'])
  expect(reads).toBe(1)
})

test.each([
  { work: 'listed', read: ({ rules }: Registry) => rules.listOf('a') },
  { work: 'prepared for a request', read: ({ find }: Registry) => find('a') },
])('other work can run while the rules of an endpoint are $work', async ({ read }) => {
  const memory = createMemoryStore()
  const { rules } = createRegistry({ store: memory, cacheBytes: 0 })
  for (let i = 0; i < 100; i++) await rules.add({ endpoint: 'a', response: {} })
  let turn = 0
  const turns = new Set<number>()
  const noted = (rule: StoredRule): StoredRule => ({
    ...rule,
    get text() {
      turns.add(turn)
      return rule.text
    },
  })
  const rulesOf = async (name: string) => (await memory.rulesOf(name)).map(noted)
  const registry = createRegistry({ store: { ...memory, rulesOf }, cacheBytes: 100_000 })
  // A millisecond passes each time that the clock is read, however fast the machine is.
  let now = 0
  const clock = vi.spyOn(realClock, 'now').mockImplementation(() => now++)
  onTestFinished(() => clock.mockRestore())
  let isOver = false
  const reading = Promise.resolve(read(registry)).finally(() => {
    isOver = true
  })
  for (; !isOver; turn++) await setImmediate()
  expect(await reading).toBeDefined()
  expect(turns.size).toBeGreaterThan(4)
})

test('the registry has the rules of the store after any changes, also concurrent ones', async () => {
  const id = fc.constantFrom('1', '2', '3')
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: id, endpoint: fc.constantFrom('a', 'a', 'b') }) },
    fc.record({ remove: id }),
    fc.record({ addAll: fc.array(fc.record({ id, endpoint: fc.constantFrom('a', 'b') })) }),
    fc.constant('endpoint' as const),
    fc.constant('clear' as const),
  )
  const shownOf = async ({ find }: Registry) => {
    const found = await find('a')
    return found && [found.size, [...(found.rules ?? [])].map(({ rule }) => rule)]
  }
  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
    async (turns) => {
      const store = createMemoryStore()
      const registry = createRegistry({ store, cacheBytes: 100_000 })
      const { rules } = registry
      let count = 0
      const take = (
        each: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
      ): Promise<unknown> => {
        if (each === 'clear') return rules.clear('a')
        if (each === 'endpoint') {
          return registry.add({ name: 'a', data: `${count++}`, statusCode: 200, delay: 0 })
        }
        if ('remove' in each) return rules.remove(each.remove)
        if ('addAll' in each) {
          const given = each.addAll.map((rule) => ({ ...rule, response: { statusCode: 201 } }))
          return registry.addAll([], given)
        }
        const { add: id, endpoint } = each
        return rules.add({ id, endpoint, response: { body: 'x'.repeat(count++) } })
      }
      for (const turn of turns) {
        await Promise.all(turn.map(take))
        const fresh = createRegistry({ store, cacheBytes: 100_000 })
        expect(await shownOf(registry)).toEqual(await shownOf(fresh))
      }
    },
  )
  await fc.assert(property, { numRuns: 500 })
})

test.each([
  [{ kind: 'all' } as const, 0],
  [{ kind: 'all', hasOtherRules: false } as const, 1],
  [{ kind: 'changed', name: 'a', hasOtherRules: true } as const, 0],
  [{ kind: 'changed', name: 'a', hasOtherRules: false } as const, 1],
])('after the store change %j a rule has been used %i times', async (change, used) => {
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
    endpointUrl: () => undefined,
  })
  rules.choose('a', await find('a'), request)
  expect(await rules.get('r')).toMatchObject({ used: 1 })
  tell(change)
  expect(await rules.get('r')).toMatchObject({ used })
})
