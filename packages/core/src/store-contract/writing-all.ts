// The contract of writing records together: what they change, and their order among other writes.
import { expectSame } from '../contract/expect-same.ts'
import {
  all,
  allIn,
  byBytes,
  endpoint,
  exactData,
  exactTexts,
  oddNames,
  putAll,
  putRules,
  rule,
} from './cases.ts'
import type { TestOnStore } from './on-store.ts'
import { idsOf } from './reading-rules.ts'

/** Tests what a write of many records changes. */
export function testWritesOfMany(test: TestOnStore): void {
  test('putAll() puts endpoints and rules together', async (store) => {
    await putAll(store, 'a', 'b')
    await putRules(store, 'a', '1', '2', '3')
    const rules = [rule('4'), rule('2', 'a', 'new'), rule('3', 'c'), rule('5', 'c')]
    await store.putAll([endpoint('c'), endpoint('a', { data: '1', statusCode: 503 })], rules)
    const changed = endpoint('a', { data: '1', statusCode: 503 })
    expectSame('list()', await all(store.list()), [changed, endpoint('b'), endpoint('c')])
    expectSame('count()', await store.count(), 3)
    expectSame('rulesOf("a")', await store.rulesOf('a'), [rule('1'), rules[1], rule('4')])
    expectSame('ids in rulesOf("c")', await idsOf(store, 'c'), ['3', '5'])
    expectSame('countRules()', await store.countRules(), 5)
  })

  test('putAll() keeps the last of several records with the same name or id', async (store) => {
    const versions = Array.from({ length: 20 }, (_, i) => endpoint('a', { data: String(i) }))
    const rules = [rule('1'), rule('2'), rule('3'), rule('1', 'a', 'new'), rule('2', 'b')]
    await store.putAll(versions, [...rules, rule('2')])
    expectSame('get("a")', await store.get('a'), versions.at(-1))
    expectSame('count()', await store.count(), 1)
    const kept = [rule('1', 'a', 'new'), rule('3'), rule('2')]
    expectSame('rulesOf("a")', await store.rulesOf('a'), kept)
    expectSame('namesWithRules()', await all(store.namesWithRules()), ['a'])
    expectSame('countRules()', await store.countRules(), 3)
  })

  test('putAll() keeps names, data and texts of rules exactly', async (store) => {
    const texts = exactTexts.map(([, text]) => text).filter((text) => text.length < 1000)
    const data = exactData.map(([, text]) => text).filter((text) => text.length < 1000)
    const endpoints = oddNames.map((name, i) => {
      return endpoint(name, { data: data[i % data.length] ?? '1', delay: i / 10 })
    })
    const rules = texts.map((text, i) => rule(`${i}`, '\u{1f600}', text))
    await store.putAll(endpoints, rules)
    const inOrder = endpoints.toSorted((a, b) => byBytes(a.name, b.name))
    expectSame('list()', await all(store.list()), inOrder)
    expectSame('rulesOf("\u{1f600}")', await store.rulesOf('\u{1f600}'), rules)
  })

  test('putAll() puts thousands of records together', async (store) => {
    const names = Array.from({ length: 5000 }, (_, i) => `a${10_000 + i}`)
    await putAll(store, 'a12345x')
    expectSame('names()', await allIn(store.names()), ['a12345x'])
    const rules = names.map((name, i) => rule(String(i), name))
    await store.putAll(
      names.toReversed().map((name) => endpoint(name)),
      rules,
    )
    const inOrder = [...names.slice(0, 2346), 'a12345x', ...names.slice(2346)]
    expectSame('names()', await allIn(store.names()), inOrder)
    expectSame('namesWithRules()', await all(store.namesWithRules()), names)
    expectSame('countRules("a14999")', await store.countRules('a14999'), 1)
  })

  test('putAll() without records changes nothing', async (store) => {
    await putAll(store, 'a')
    await store.putAll([], [])
    expectSame('names()', await allIn(store.names()), ['a'])
    expectSame('countRules()', await store.countRules(), 0)
  })
}

/** Tests the order of writes that do not wait for each other. */
export function testOrderOfWritesOfMany(test: TestOnStore): void {
  test('putAll() and other writes apply and settle in the order of calls', async (store) => {
    const settled: number[] = []
    const writes = [
      store.putRule(rule('1')),
      store.putAll([endpoint('a'), endpoint('b')], [rule('1', 'b'), rule('2')]),
      store.remove('b'),
      store.putAll([endpoint('c')], [rule('3')]),
      store.removeRule('2'),
      store.clearRules(),
      store.putAll([], [rule('4')]),
      store.clear(),
      store.putAll([endpoint('d', { data: '1' }), endpoint('e')], [rule('5'), rule('6')]),
      store.put(endpoint('d', { data: '2' })),
      store.removeRule('5'),
    ].map(async (write, i) => {
      const result = await write
      settled.push(i)
      return result
    })
    const none = undefined
    const results = [none, none, true, none, true, 1, none, 2, none, none, true]
    expectSame('what the writes resolve to', await Promise.all(writes), results)
    expectSame('the order in which writes settle', settled, [...writes.keys()])
    const left = [endpoint('d', { data: '2' }), endpoint('e')]
    expectSame('list()', await all(store.list()), left)
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['6'])
  })
}
