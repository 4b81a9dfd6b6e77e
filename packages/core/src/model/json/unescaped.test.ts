import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unescaped } from './unescaped.ts'

/** A character, in one of the ways to write it in JSON. */
const piece = fc.oneof(
  fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'),
  fc.nat(0xffff).map((code) => `\\u${code.toString(16).padStart(4, '0')}`),
  fc.constantFrom('a', 'u', 'é', '😀', '/'),
)

test('a string has the characters that its escapes stand for', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = `"${pieces.join('')}"`
      expect(unescaped(text)).toBe(JSON.parse(text))
    }),
  )
})
