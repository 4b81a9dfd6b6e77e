// The contract of writing rules: the result and order of writes, and the place of a rule.
import { expectSame } from '../contract/expect-same.ts'
import { all, allIn, endpoint, putAll, putRules, rule } from './cases.ts'
import type { TestOnStore } from './on-store.ts'
import { idsOf } from './reading-rules.ts'

/** Tests what a write changes, and what it resolves to. */
export function testRuleWrites(test: TestOnStore): void {
  testReplacing(test)
  testRemoving(test)
  testEndpoints(test)
}

function testReplacing(test: TestOnStore): void {
  test('putRule() replaces a rule of the same endpoint in its place', async (store) => {
    await putRules(store, 'a', '1', '2', '3')
    await store.putRule(rule('2', 'a', 'new'))
    const rules = [rule('1'), rule('2', 'a', 'new'), rule('3')]
    expectSame('rulesOf("a")', await store.rulesOf('a'), rules)
    expectSame('countRules()', await store.countRules(), 3)
  })

  test('putRule() moves a rule from its endpoint to the end of another', async (store) => {
    await putRules(store, 'b', '1', '2')
    await putRules(store, 'a', '3')
    await store.putRule(rule('1', 'a', 'new'))
    expectSame('getRule("1")', await store.getRule('1'), rule('1', 'a', 'new'))
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['3', '1'])
    expectSame('ids in rulesOf("b")', await idsOf(store, 'b'), ['2'])
    expectSame('countRules()', await store.countRules(), 3)
    await store.putRule(rule('1', 'b'))
    expectSame('ids in rulesOf("b")', await idsOf(store, 'b'), ['2', '1'])
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['3'])
  })

  test('putRule() adds a rule at the end, even after the last one was removed', async (store) => {
    await putRules(store, 'a', '1', '2', '3')
    await store.removeRule('3')
    await putRules(store, 'a', '4')
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['1', '2', '4'])
    await store.removeRule('1')
    await putRules(store, 'a', '1')
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['2', '4', '1'])
  })
}

function testRemoving(test: TestOnStore): void {
  test('removeRule() resolves to whether the rule existed', async (store) => {
    await putRules(store, 'a', '1', '2')
    expectSame('removeRule("1")', await store.removeRule('1'), true)
    expectSame('removeRule("1") once more', await store.removeRule('1'), false)
    expectSame('removeRule("toString")', await store.removeRule('toString'), false)
    expectSame('getRule("1")', await store.getRule('1'), undefined)
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['2'])
    expectSame('countRules("a")', await store.countRules('a'), 1)
  })

  test('clearRules() of an endpoint resolves to the number of its removed rules', async (store) => {
    await putAll(store, 'a')
    await putRules(store, 'a', '1', '2')
    await putRules(store, 'aa', '3')
    expectSame('clearRules("a")', await store.clearRules('a'), 2)
    expectSame('clearRules("a") once more', await store.clearRules('a'), 0)
    expectSame('getRule("1")', await store.getRule('1'), undefined)
    expectSame('rulesOf("a")', await store.rulesOf('a'), [])
    expectSame('ids in rulesOf("aa")', await idsOf(store, 'aa'), ['3'])
    expectSame('get("a")', await store.get('a'), endpoint('a'))
  })

  test('clearRules() resolves to the number of all removed rules', async (store) => {
    await putAll(store, 'a')
    await putRules(store, 'a', '1', '2')
    await putRules(store, 'b', '3')
    expectSame('clearRules()', await store.clearRules(), 3)
    expectSame('clearRules() once more', await store.clearRules(), 0)
    expectSame('getRule("3")', await store.getRule('3'), undefined)
    expectSame('namesWithRules()', await all(store.namesWithRules()), [])
    expectSame('countRules()', await store.countRules(), 0)
    expectSame('names()', await allIn(store.names()), ['a'])
  })
}

function testEndpoints(test: TestOnStore): void {
  test('put() keeps the rules of an endpoint that it adds or replaces', async (store) => {
    await putRules(store, 'a', '1')
    await store.put(endpoint('a'))
    await store.put(endpoint('a', { data: '2' }))
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['1'])
    expectSame('count()', await store.count(), 1)
  })

  test('remove() removes the rules of its endpoint, and no others', async (store) => {
    await putAll(store, 'a')
    await putRules(store, 'a', '1', '2')
    await putRules(store, 'a a', '3')
    expectSame('remove("a")', await store.remove('a'), true)
    expectSame('rulesOf("a")', await store.rulesOf('a'), [])
    expectSame('getRule("1")', await store.getRule('1'), undefined)
    expectSame('namesWithRules()', await all(store.namesWithRules()), ['a a'])
    expectSame('countRules()', await store.countRules(), 1)
  })

  test('remove() keeps rules whose endpoint does not exist', async (store) => {
    await putRules(store, 'a', '1')
    expectSame('remove("a")', await store.remove('a'), false)
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['1'])
  })

  test('clear() removes the rules with the endpoints', async (store) => {
    await putAll(store, 'a')
    await putRules(store, 'a', '1')
    await putRules(store, 'b', '2')
    expectSame('clear()', await store.clear(), 1)
    expectSame('countRules()', await store.countRules(), 0)
    expectSame('rulesOf("b")', await store.rulesOf('b'), [])
  })

  test('clear() removes rules even if there are no endpoints', async (store) => {
    await putRules(store, 'a', '1')
    expectSame('clear()', await store.clear(), 0)
    expectSame('getRule("1")', await store.getRule('1'), undefined)
    expectSame('countRules("a")', await store.countRules('a'), 0)
    await putRules(store, 'a', '2')
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['2'])
  })
}

/** Tests the order of writes that do not wait for each other. */
export function testOrderOfRuleWrites(test: TestOnStore): void {
  test('writes of rules and endpoints apply and settle in the order of calls', async (store) => {
    const settled: number[] = []
    const writes = [
      store.putRule(rule('1')),
      store.remove('a'),
      store.put(endpoint('a')),
      store.removeRule('1'),
      store.putRule(rule('1')),
      store.putRule(rule('2')),
      store.remove('a'),
      store.removeRule('1'),
      store.putRule(rule('3')),
      store.clearRules('a'),
      store.clear(),
      store.putRule(rule('4', 'b')),
      store.putRule(rule('5')),
      store.putRule(rule('6')),
      store.putRule(rule('4')),
      store.removeRule('5'),
      store.putRule(rule('7', 'c')),
      store.clearRules('b'),
    ].map(async (write, i) => {
      const result = await write
      settled.push(i)
      return result
    })
    const none = undefined
    const first = [none, false, none, true, none, none, true, false, none, 1, 0]
    const results = [...first, none, none, none, none, true, none, 0]
    expectSame('what the writes resolve to', await Promise.all(writes), results)
    expectSame('the order in which writes settle', settled, [...writes.keys()])
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ['6', '4'])
    expectSame('namesWithRules()', await all(store.namesWithRules()), ['a', 'c'])
    expectSame('countRules()', await store.countRules(), 3)
    expectSame('count()', await store.count(), 0)
  })

  test('the last of several concurrent puts of a rule is kept', async (store) => {
    const versions = Array.from({ length: 20 }, (_, i) => rule('1', i % 3 ? 'a' : 'b', String(i)))
    await Promise.all(versions.map((version) => store.putRule(version)))
    expectSame('getRule("1")', await store.getRule('1'), versions.at(-1))
    expectSame('countRules()', await store.countRules(), 1)
  })
}
