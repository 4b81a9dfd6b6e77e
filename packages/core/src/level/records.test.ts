import { expect, test } from 'vitest'
import { decodeRecord, openLevelStore } from '../level.ts'
import {
  endpoint,
  exactData,
  exactNumbers,
  exactTexts,
  oddNames,
  rule,
} from '../store-contract/cases.ts'
import { watchedDatabase } from '../test/watched-database.ts'
import { utf8 } from './database.ts'

test('decodeRecord restores every endpoint and rule from the entries of a store', async () => {
  const put = [
    ...oddNames.map((name) => endpoint(name)),
    ...exactData.map(([what, data]) => endpoint(what, { data })),
    ...exactNumbers.map(([statusCode, delay]) => endpoint(`${delay}`, { statusCode, delay })),
  ]
  const rules = [
    ...oddNames.map((name, i) => rule(name, oddNames.at(i - 1))),
    ...exactTexts.map(([what, text]) => rule(what, 'a', text)),
  ]
  const { db } = watchedDatabase()
  const store = await openLevelStore(db)
  for (const each of put) await store.put(each)
  for (const each of rules) await store.putRule(each)
  const decoded = new Map<string, unknown>()
  const decodedRules = new Map<string, unknown>()
  for await (const [key, value] of db.iterator({ ...utf8 })) {
    const { endpoint: found, rule: foundRule } = decodeRecord(key, value) ?? {}
    if (found) decoded.set(found.name, found)
    if (foundRule) decodedRules.set(foundRule.id, foundRule)
  }
  await store.close()
  expect(decoded).toEqual(new Map(put.map((each) => [each.name, each])))
  expect(decodedRules).toEqual(new Map(rules.map((each) => [each.id, each])))
})

test.each([
  ['endpoint/a', '200 0 1', { endpoint: endpoint('a', { data: '1' }) }],
  ['endpoint/a', '99 0 1', { unreadable: { kind: 'endpoint', name: 'a' } }],
  ['endpoint/a', undefined, { removes: 'a' }],
  ['rule/a/0000000000000001', '1/text/2', { rule: rule('1', 'a', 'text/2') }],
  ['rule/a/0000000000000001', '1/', { rule: rule('1', 'a', '') }],
  ['rule/a/0000000000000001', 'text', { unreadable: { kind: 'rule', name: 'a' } }],
  ['rule/a/0000000000000001', '/text', { unreadable: { kind: 'rule', name: 'a' } }],
  ['rule/a/0000000000000001', undefined, {}],
  ['rule/a/1', '1/text', undefined],
  ['rule/0000000000000001', '1/text', undefined],
  ['rule//0000000000000001', '1/text', undefined],
  ['meta/rules', '1', {}],
  ['meta/format', '2', {}],
  ['meta/format', '1', {}],
  ['meta/format', undefined, {}],
  ['meta/clearing', '1', { clears: true }],
  ['meta/clearing', undefined, { clears: false }],
  ['meta/count', '1', {}],
  ['endpoint', '200 0 1', undefined],
  ['theirs', '200 0 1', undefined],
])('decodeRecord decodes the key %s with the value %s', (key, value, record) => {
  expect(decodeRecord(key, value)).toEqual(record)
})

test('decodeRecord refuses another format', () => {
  const refused = expect.objectContaining({ name: 'StoreError', kind: 'unavailable' })
  expect(() => decodeRecord('meta/format', '3')).toThrow(refused)
  expect(() => decodeRecord('meta/format', '3')).toThrow('format 3')
})
