import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { decodeJsonBytes as decodeYielding } from './json-bytes.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function decodeJsonBytes(bytes: Uint8Array): string {
  return runWhole(decodeYielding(bytes))
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns the length of the longest valid start, where the first invalid sequence begins. */
function validLength(bytes: Uint8Array): number {
  let length = bytes.length
  while (decodeStrictly(bytes.subarray(0, length)) === undefined) length -= 1
  return length
}

describe('decodeJsonBytes', () => {
  test('decodeJsonBytes drops one byte order mark at the start, and no other', () => {
    expect(decodeJsonBytes(bytesOf('\ufeff{"a":"\ufeff"}'))).toBe('{"a":"\ufeff"}')
    expect(decodeJsonBytes(bytesOf('\ufeff\ufeff{}'))).toBe('\ufeff{}')
  })

  test.each([
    ['0xFF first', [], [0xff], 0, 'FF'],
    ['a lone continuation', [0x7b], [0x80, 0x7d], 1, '80'],
    ['an overlong slash', [0x7b], [0xc0, 0xaf, 0x7d], 1, 'C0'],
    ['an overlong form of three bytes', [0x7b], [0xe0, 0x80, 0xaf], 1, 'E0'],
    ['a surrogate', [0x7b, 0xc3, 0xa9], [0xed, 0xa0, 0x80], 3, 'ED'],
    ['a code point over U+10FFFF', [0x7b], [0xf4, 0x90, 0x80, 0x80], 1, 'F4'],
    ['a character cut short by the next', [0x7b], [0xe2, 0x82, 0x22], 1, 'E2'],
    ['a character cut short by the end', [0x7b, 0x22], [0xf0, 0x9f, 0x98], 2, 'F0'],
    ['a fault behind a byte order mark', [0xef, 0xbb, 0xbf, 0x7b], [0xff], 4, 'FF'],
  ])('decodeJsonBytes refuses %s with its place', (_, valid, invalid, offset, hex) => {
    expect(() => decodeJsonBytes(new Uint8Array([...valid, ...invalid]))).toThrow(
      expect.objectContaining({
        code: 'invalid-json',
        message: expect.stringContaining(
          `: byte ${offset} (0x${hex}) is not valid UTF-8; send the body as UTF-8.`,
        ),
      }),
    )
  })

  test('the place of an invalid byte includes line and column, counted in characters', () => {
    const bytes = new Uint8Array([...bytesOf('\ufeff{\n"é":"'), 0xff])
    expect(() => decodeJsonBytes(bytes)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^Line 2, column 6: byte 11 /),
        extensions: { line: 2, column: 6 },
      }),
    )
  })

  test('decodeJsonBytes yields while it looks for a distant fault', () => {
    const bytes = new Uint8Array([...bytesOf('\n😀'.repeat(100_000)), 0xff])
    const decoding = decodeYielding(bytes)
    for (let i = 0; i < 10; i++) expect(decoding.next().done).toBe(false)
    expect(() => runWhole(decoding)).toThrow('Line 100001, column 3: byte 500000 (0xFF)')
  })

  test('decodeJsonBytes decodes like a strict decoder, and locates the first invalid byte', () => {
    const byte = fc.oneof(fc.constantFrom(0x80, 0xc3, 0xe2, 0xed, 0xf0, 0xff), fc.nat(0xff))
    const bytes = fc
      .tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.array(byte))
      .map(
        ([before, after, odd]) => new Uint8Array([...bytesOf(before), ...odd, ...bytesOf(after)]),
      )
    const decodes = fc.property(bytes, (bytes) => {
      const text = decodeStrictly(bytes)
      if (text !== undefined) expect(decodeJsonBytes(bytes)).toBe(text)
      else expect(() => decodeJsonBytes(bytes)).toThrow(`: byte ${validLength(bytes)} (0x`)
    })
    fc.assert(decodes, { numRuns: 500 })
  })
})
