import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32c, hasChecksum } from './crc32c.ts'

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** The definition of the checksum, bit by bit. */
function slowly(input: Uint8Array): number {
  let crc = -1
  for (const byte of input) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return ~crc >>> 0
}

const ascending = Uint8Array.from({ length: 32 }, (_, i) => i)

// RFC 3720, appendix B.4, which prints the lowest byte first.
test.each([
  ['32 zeros', new Uint8Array(32), 0x8a9136aa],
  ['32 ones', new Uint8Array(32).fill(255), 0x62a8ab43],
  ['32 ascending', ascending, 0x46dd794e],
  ['32 descending', ascending.toReversed(), 0x113fdb5c],
  [
    'a read command',
    bytes(
      '01c000000000000000000000000000001400000000000400000000140000001828000000000000000200000000000000',
    ),
    0xd9963a56,
  ],
  ['nothing', new Uint8Array(0), 0],
])('the checksum of %s is the one in the RFC', (_, input, crc) => {
  expect(crc32c(input)).toBe(crc)
})

test('the checksum agrees with its definition, wherever the bytes are in their buffer', () => {
  const law = fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (input, from) => {
    const part = input.subarray(from)
    expect(crc32c(part)).toBe(slowly(part))
  })
  fc.assert(law, { numRuns: 1000 })
})

test('a stored checksum is rotated, and a constant is added', () => {
  // The checksum of the RFC, 0x8a9136aa, rotated right by 15 bits, plus 0xa282ead8.
  expect(hasChecksum(new Uint8Array(32), 0x0fd7fffa)).toBe(true)
  expect(hasChecksum(new Uint8Array(32), 0x8a9136aa)).toBe(false)
  expect(hasChecksum(new Uint8Array(31), 0x0fd7fffa)).toBe(false)
})
