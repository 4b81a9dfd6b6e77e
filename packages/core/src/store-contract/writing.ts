// The contract of writes: their results, and that they take effect in the order of their calls.
import { expectSame } from '../contract/expect-same.ts'
import { all, allIn, endpoint, putAll } from './cases.ts'
import type { TestOnStore } from './on-store.ts'

/** Tests what a write changes, and what it resolves to. */
export function testWrites(test: TestOnStore): void {
  test('put() replaces the whole endpoint', async (store) => {
    await putAll(store, 'b')
    await store.put(endpoint('a', { data: '{"long":"text"}', statusCode: 503, delay: 9 }))
    await store.put(endpoint('a', { data: '1' }))
    expectSame('get("a")', await store.get('a'), endpoint('a', { data: '1' }))
    expectSame('names()', await allIn(store.names()), ['a', 'b'])
    expectSame('count()', await store.count(), 2)
  })

  test('remove() resolves to whether the endpoint existed', async (store) => {
    await putAll(store, 'a', 'ab')
    expectSame('remove("a")', await store.remove('a'), true)
    expectSame('remove("a") once more', await store.remove('a'), false)
    expectSame('remove("toString")', await store.remove('toString'), false)
    expectSame('get("a")', await store.get('a'), undefined)
    expectSame('names()', await allIn(store.names()), ['ab'])
    expectSame('count()', await store.count(), 1)
  })

  test('clear() resolves to the number of removed endpoints', async (store) => {
    await putAll(store, 'a', 'b', 'c')
    expectSame('clear()', await store.clear(), 3)
    expectSame('clear() once more', await store.clear(), 0)
    expectSame('get("a")', await store.get('a'), undefined)
    expectSame('list()', await all(store.list()), [])
    expectSame('count()', await store.count(), 0)
  })

  test('a store accepts endpoints again after a clear', async (store) => {
    await putAll(store, 'a', 'b')
    await store.clear()
    await store.put(endpoint('b', { data: '2' }))
    expectSame('list()', await all(store.list()), [endpoint('b', { data: '2' })])
    expectSame('count()', await store.count(), 1)
  })
}

/** Tests the order of writes that do not wait for each other. */
export function testOrderOfWrites(test: TestOnStore): void {
  test('writes of endpoints apply and settle in the order of calls', async (store) => {
    const settled: number[] = []
    const writes = [
      store.put(endpoint('a')),
      store.remove('a'),
      store.put(endpoint('b')),
      store.remove('a'),
      store.clear(),
      store.put(endpoint('c')),
      store.clear(),
      store.put(endpoint('d')),
      store.put(endpoint('e')),
      store.remove('d'),
    ].map(async (write, i) => {
      const result = await write
      settled.push(i)
      return result
    })
    const nothing = undefined
    const results = [nothing, true, nothing, false, 1, nothing, 1, nothing, nothing, true]
    expectSame('what the writes resolve to', await Promise.all(writes), results)
    expectSame('the order in which writes settle', settled, [...writes.keys()])
    expectSame('names()', await allIn(store.names()), ['e'])
    expectSame('count()', await store.count(), 1)
  })

  test('the last of several concurrent puts of an endpoint is kept', async (store) => {
    const versions = Array.from({ length: 20 }, (_, i) => endpoint('a', { data: String(i) }))
    await Promise.all(versions.map((version) => store.put(version)))
    expectSame('get("a")', await store.get('a'), versions.at(-1))
    expectSame('count()', await store.count(), 1)
  })
}
