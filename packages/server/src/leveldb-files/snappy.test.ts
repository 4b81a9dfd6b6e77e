import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uncompress } from './snappy.ts'

const codes = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const long = 'x'.repeat(300)

// The format: github.com/google/snappy/blob/main/format_description.txt
test.each<[string, number[], string]>([
  ['nothing', [0], ''],
  ['a text', [3, 2 << 2, ...codes('abc')], 'abc'],
  ['a text with its length in a byte', [60, 60 << 2, 59, ...codes('y'.repeat(60))], 'y'.repeat(60)],
  ['a text with its length in two bytes', [0xac, 2, 61 << 2, 43, 1, ...codes(long)], long],
  ['a copy with an offset of 11 bits', [8, 3 << 2, ...codes('abcd'), 1, 4], 'abcdabcd'],
  ['a copy with an offset of 16 bits', [6, 3 << 2, ...codes('abcd'), (1 << 2) | 2, 3, 0], 'abcdbc'],
  ['one of 32 bits', [6, 3 << 2, ...codes('abcd'), (1 << 2) | 3, 3, 0, 0, 0], 'abcdbc'],
  [
    'a copy that reads what it has written',
    [9, 1 << 2, ...codes('ab'), (3 << 2) | 1, 2],
    'ababababa',
  ],
])('%s is decompressed', (_, compressed, text) => {
  expect(uncompress(Uint8Array.from(compressed))).toEqual(Uint8Array.from(codes(text)))
})

test('the highest three bits of an 11-bit offset are in the tag', () => {
  const [letters, tag] = ['abc'.repeat(200), (0b010 << 5) | 1]
  const compressed = [0xdc, 4, 61 << 2, 0x57, 2, ...codes(letters), tag, 0x57]
  // 0x257 is 599, one letter after the beginning.
  expect(uncompress(Uint8Array.from(compressed)).subarray(600)).toEqual(
    Uint8Array.from(codes('bcab')),
  )
})

test.each<[string, number[]]>([
  ['without a length', []],
  ['that is longer than was said', [2, 2 << 2, ...codes('abc')]],
  ['that is shorter than was said', [4, 2 << 2, ...codes('abc')]],
  ['that ends in the middle', [3, 2 << 2, ...codes('ab')]],
  ['with a copy from before its beginning', [8, 3 << 2, ...codes('abcd'), 1, 5]],
  ['with a copy of nothing', [8, 3 << 2, ...codes('abcd'), 1, 0]],
  ['with a copy beyond its end', [7, 3 << 2, ...codes('abcd'), 1, 4]],
])('a text %s is refused', (_, compressed) => {
  expect(() => uncompress(Uint8Array.from(compressed))).toThrow(RangeError)
})

test('random bytes are decompressed, or refused with a RangeError', () => {
  const law = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    try {
      uncompress(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError)
    }
  })
  fc.assert(law, { numRuns: 5000 })
})

test('a length that the compressed bytes cannot reach is refused', () => {
  // A byte stands for at most 22 bytes, because three bytes can copy 64.
  expect(() => uncompress(Uint8Array.of(0xff, 0xff, 0xff, 0x7f, 0, 1))).toThrow(
    'The text is too long.',
  )
})
