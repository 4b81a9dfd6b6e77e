import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byBytes, namesForRanges, oddNames, ranges } from '../../store-contract/cases.ts'
import { type NameRange, StoreError } from '../store/store.ts'
import { fromBytes, toByteRange, toBytes } from './name-bytes.ts'

/** Returns the names that lie in the range of bytes, in the order of their bytes. */
function within(names: readonly string[], range: NameRange): string[] {
  const bytes = toByteRange(range)
  if (!bytes) return []
  const from = Buffer.from(bytes.from)
  const to = Buffer.from(bytes.to)
  return names
    .filter((name) => from.compare(toBytes(name)) <= 0 && to.compare(toBytes(name)) > 0)
    .toSorted(byBytes)
}

describe('the bytes of a range', () => {
  test.each(ranges)('the byte range of %j contains exactly its names', (range, expected) => {
    expect(within(namesForRanges, range)).toEqual(expected)
  })

  test('a byte range contains exactly the names with its prefix that come after its start', () => {
    const name = fc.oneof(fc.constantFrom(...oddNames), fc.string({ unit: 'binary', minLength: 1 }))
    const optional = fc.option(
      name.map((text) => [...text].slice(0, 2).join('')),
      { nil: undefined },
    )
    fc.assert(
      fc.property(fc.array(name), optional, optional, (names, prefix, after) => {
        const expected = names
          .filter((each) => each.startsWith(prefix ?? ''))
          .filter((each) => after === undefined || byBytes(each, after) > 0)
        expect(within(names, { prefix, after })).toEqual(expected.toSorted(byBytes))
      }),
    )
  })
})

test('fromBytes restores a name from its bytes', () => {
  for (const name of [...oddNames, '\ufeff', 'a\0']) expect(fromBytes(toBytes(name))).toBe(name)
})

test.each([[new Uint8Array([0xff])], ['a'], [1], [[]], [null]])('fromBytes refuses %j', (bytes) => {
  expect(() => fromBytes(bytes)).toThrow(StoreError)
})
