// The contract of reads: endpoints are returned exactly, and names in the order of their bytes.
import { expectSame, show } from '../contract/expect-same.ts'
import {
  all,
  allIn,
  byBytes,
  endpoint,
  exactData,
  exactNumbers,
  namesForRanges,
  oddNames,
  putAll,
  ranges,
} from './cases.ts'
import type { TestOnStore } from './on-store.ts'

/** Tests that a store returns endpoints as they were put. */
export function testRecords(test: TestOnStore): void {
  test('is empty at first', async (store) => {
    expectSame('get("a")', await store.get('a'), undefined)
    expectSame('count()', await store.count(), 0)
    expectSame('list()', await all(store.list()), [])
    expectSame('names()', await allIn(store.names()), [])
  })

  for (const [what, data] of exactData) {
    test(`gives back data byte for byte: ${what}`, async (store) => {
      await store.put(endpoint('a', { data }))
      expectSame('data of get("a")', (await store.get('a'))?.data, data)
      const [listed] = await all(store.list())
      expectSame('data in list()', listed?.data, data)
    })
  }

  for (const [statusCode, delay] of exactNumbers) {
    test(`gives back status ${statusCode} and delay ${delay}`, async (store) => {
      const record = endpoint('a', { statusCode, delay })
      await store.put(record)
      expectSame('get("a")', await store.get('a'), record)
      expectSame('list()', await all(store.list()), [record])
    })
  }

  test('any name is accepted, and names that differ by one byte are kept apart', async (store) => {
    const records = oddNames.map((name) => endpoint(name, { data: JSON.stringify(name) }))
    for (const record of records) await store.put(record)
    for (const record of records) {
      expectSame(`get(${show(record.name)})`, await store.get(record.name), record)
    }
    expectSame('count()', await store.count(), oddNames.length)
  })
}

/** Tests the names in a list, and their order. */
export function testLists(test: TestOnStore): void {
  test('orders names by their UTF-8 bytes', async (store) => {
    await putAll(store, ...oddNames)
    const inOrder = oddNames.toSorted(byBytes)
    expectSame('names()', await allIn(store.names()), inOrder)
    const listed = (await all(store.list())).map(({ name }) => name)
    expectSame('names in list()', listed, inOrder)
  })

  for (const [range, expected] of ranges) {
    test(`reads the range ${show(range)}`, async (store) => {
      await putAll(store, ...namesForRanges)
      expectSame(`names(${show(range)})`, await allIn(store.names(range)), expected)
      const records = expected.map((name) => endpoint(name))
      expectSame(`list(${show(range)})`, await all(store.list(range)), records)
    })
  }

  test('list() returns the endpoints that are not written meanwhile, in order', async (store) => {
    await putAll(store, 'a', 'b', 'c', 'd', 'e')
    const listed: string[] = []
    for await (const { name } of store.list()) {
      listed.push(name)
      if (name !== 'b') continue
      // A list that continues at an offset would skip an endpoint once `a` is removed.
      await Promise.all([store.remove('a'), store.remove('d'), store.put(endpoint('cc'))])
    }
    const untouched = listed.filter((name) => name !== 'd' && name !== 'cc')
    expectSame('list() of what is not written meanwhile', untouched, ['a', 'b', 'c', 'e'])
    expectSame('list() while others write', listed, listed.toSorted())
  })

  test('list() reports no readable endpoint as unreadable', async (store) => {
    await putAll(store, ...namesForRanges)
    const unreadable: string[] = []
    const listed = await all(store.list({}, (name) => unreadable.push(name)))
    expectSame('list() with onUnreadable', listed.length, namesForRanges.length)
    expectSame('the names that onUnreadable was told', unreadable, [])
  })

  test('a reader may leave a list early', async (store) => {
    await putAll(store, 'a', 'b', 'c')
    for await (const { name } of store.list()) if (name === 'b') break
    for await (const names of store.names()) if (names.includes('b')) break
    await store.put(endpoint('d'))
    expectSame('names()', await allIn(store.names()), ['a', 'b', 'c', 'd'])
  })
}
