// The contract of reading rules: they are returned exactly, by id, and by endpoint in order.
import { expectSame, show } from '../contract/expect-same.ts'
import type { EndpointStore } from '../model/store/store.ts'
import {
  all,
  allIn,
  byBytes,
  exactTexts,
  namesForRanges,
  oddNames,
  putAll,
  putRules,
  ranges,
  rule,
} from './cases.ts'
import type { TestOnStore } from './on-store.ts'

/** Resolves to the ids of the rules of an endpoint, in order. */
export async function idsOf(store: EndpointStore, endpoint: string): Promise<string[]> {
  return (await store.rulesOf(endpoint)).map(({ id }) => id)
}

/** Tests that a store returns rules as they were put. */
export function testRules(test: TestOnStore): void {
  test('a new store has no rules', async (store) => {
    await putAll(store, 'a')
    expectSame('getRule("1")', await store.getRule('1'), undefined)
    expectSame('rulesOf("a")', await store.rulesOf('a'), [])
    expectSame('countRules()', await store.countRules(), 0)
    expectSame('countRules("a")', await store.countRules('a'), 0)
    expectSame('namesWithRules()', await all(store.namesWithRules()), [])
  })

  for (const [what, text] of exactTexts) {
    test(`gives back the text of a rule exactly: ${what}`, async (store) => {
      await store.putRule(rule('1', 'a', text))
      expectSame('text of getRule("1")', (await store.getRule('1'))?.text, text)
      const [first] = await store.rulesOf('a')
      expectSame('text in rulesOf("a")', first?.text, text)
    })
  }

  test('a rule is returned with its id and endpoint', async (store) => {
    await store.putRule(rule('1', 'b'))
    expectSame('getRule("1")', await store.getRule('1'), rule('1', 'b'))
    expectSame('rulesOf("b")', await store.rulesOf('b'), [rule('1', 'b')])
  })

  test('any rule id is accepted, and ids that differ by one byte are kept apart', async (store) => {
    const rules = oddNames.map((id, i) => rule(id, oddNames[i + 1] ?? 'end', JSON.stringify(id)))
    for (const each of rules) await store.putRule(each)
    for (const each of rules) {
      const { id, endpoint } = each
      expectSame(`getRule(${show(id)})`, await store.getRule(id), each)
      expectSame(`rulesOf(${show(endpoint)})`, await store.rulesOf(endpoint), [each])
      expectSame(`countRules(${show(endpoint)})`, await store.countRules(endpoint), 1)
    }
    expectSame('countRules()', await store.countRules(), oddNames.length)
  })

  test('the rules of an endpoint keep the order in which they were put', async (store) => {
    const ids = ['9', '10', 'b', 'a', '1']
    for (const id of ids) {
      await putRules(store, 'a', id)
      await putRules(store, 'b', `b ${id}`)
    }
    expectSame('ids in rulesOf("a")', await idsOf(store, 'a'), ids)
    expectSame('countRules("a")', await store.countRules('a'), 5)
    expectSame('countRules()', await store.countRules(), 10)
  })
}

/** Tests the list of names that have rules, and its order. */
export function testRuleLists(test: TestOnStore): void {
  test('namesWithRules() orders names by their UTF-8 bytes', async (store) => {
    for (const name of oddNames) await putRules(store, name, name)
    const names = await all(store.namesWithRules())
    expectSame('namesWithRules()', names, oddNames.toSorted(byBytes))
  })

  for (const [range, expected] of ranges) {
    test(`reads the names with rules in the range ${show(range)}`, async (store) => {
      for (const name of namesForRanges) await putRules(store, name, `${name} 1`, `${name} 2`)
      const names = await all(store.namesWithRules(range))
      expectSame(`namesWithRules(${show(range)})`, names, expected)
    })
  }

  test('namesWithRules() includes a name with rules, even without an endpoint', async (store) => {
    await putAll(store, 'a', 'b')
    await putRules(store, 'b', '1', '2')
    await putRules(store, 'c', '3')
    await store.removeRule('1')
    expectSame('namesWithRules()', await all(store.namesWithRules()), ['b', 'c'])
    await store.removeRule('2')
    expectSame('namesWithRules()', await all(store.namesWithRules()), ['c'])
    expectSame('names()', await allIn(store.names()), ['a', 'b'])
  })
}
