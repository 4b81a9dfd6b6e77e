import { expect, test } from 'vitest'
import { decodeRecord, openLevelStore } from '../level.ts'
import { endpoint, exactData, exactNumbers, oddNames } from '../store-contract/cases.ts'
import { watchedDatabase } from '../test/watched-database.ts'
import { utf8 } from './database.ts'

test('every entry of a store is decoded to the endpoint that was put, or to none', async () => {
  const put = [
    ...oddNames.map((name) => endpoint(name)),
    ...exactData.map(([what, data]) => endpoint(what, { data })),
    ...exactNumbers.map(([statusCode, delay]) => endpoint(`${delay}`, { statusCode, delay })),
  ]
  const { db } = watchedDatabase()
  const store = await openLevelStore(db)
  for (const each of put) await store.put(each)
  const decoded = new Map<string, unknown>()
  for await (const [key, value] of db.iterator({ ...utf8 })) {
    const { endpoint: found } = decodeRecord(key, value) ?? {}
    if (found) decoded.set(found.name, found)
  }
  await store.close()
  expect(decoded).toEqual(new Map(put.map((each) => [each.name, each])))
})

test.each([
  ['endpoint/a', '200 0 1', { endpoint: endpoint('a', { data: '1' }) }],
  ['endpoint/a', '99 0 1', {}],
  ['endpoint/a', undefined, {}],
  ['meta/format', '1', {}],
  ['meta/format', undefined, {}],
  ['meta/clearing', '1', { clears: true }],
  ['meta/clearing', undefined, { clears: false }],
  ['meta/count', '1', {}],
  ['endpoint', '200 0 1', undefined],
  ['theirs', '200 0 1', undefined],
])('%s with the value %s', (key, value, record) => {
  expect(decodeRecord(key, value)).toEqual(record)
})

test('another format is refused', () => {
  const refused = expect.objectContaining({ name: 'StoreError', kind: 'unavailable' })
  expect(() => decodeRecord('meta/format', '2')).toThrow(refused)
  expect(() => decodeRecord('meta/format', '2')).toThrow('format 2')
})
