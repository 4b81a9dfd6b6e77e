import { expect, test } from 'vitest'
import { createReader, type Reader } from './reader.ts'

test.each<[keyof Reader, number[], unknown]>([
  ['byte', [0xff], 255],
  ['fixed32', [1, 2, 3, 4], 0x04030201],
  ['fixed32', [0xff, 0xff, 0xff, 0xff], 2 ** 32 - 1],
  ['fixed64', [1, 0, 0, 0, 2, 0, 0, 0], 2 ** 33 + 1],
  ['fixed64', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0], Number.MAX_SAFE_INTEGER],
  ['varint', [0], 0],
  ['varint', [0x7f], 127],
  ['varint', [0x80, 1], 128],
  ['varint', [0xac, 2], 300],
  ['varint', [0xff, 0xff, 0xff, 0xff, 0x0f], 2 ** 32 - 1],
  ['varint', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f], Number.MAX_SAFE_INTEGER],
  ['prefixed', [2, 7, 8], Uint8Array.of(7, 8)],
  ['prefixed', [0], new Uint8Array(0)],
])('%s reads its value from %j, and refuses a shorter source', (method, source, value) => {
  const read = (reader: Reader): unknown => (reader[method] as () => unknown)()
  const reader = createReader(Uint8Array.from(source))
  expect(read(reader)).toEqual(value)
  expect(reader.isAtEnd()).toBe(true)
  const cut = createReader(Uint8Array.from(source.slice(0, -1)))
  expect(() => read(cut)).toThrow(RangeError)
})

test('values are read in sequence from a part of a buffer', () => {
  const source = Uint8Array.of(9, 9, 0x80, 1, 5, 6, 7, 9).subarray(2, 7)
  const reader = createReader(source)
  expect([reader.varint(), reader.byte(), reader.bytes(1)]).toEqual([128, 5, Uint8Array.of(6)])
  expect(reader.isAtEnd()).toBe(false)
  expect(() => reader.bytes(2)).toThrow(RangeError)
  expect(reader.byte()).toBe(7)
  expect(reader.isAtEnd()).toBe(true)
})

test('a varint without an end is refused', () => {
  expect(() => createReader(new Uint8Array(20).fill(0x80)).varint()).toThrow(RangeError)
})

test('bytes that are read share the memory of the source', () => {
  const source = Uint8Array.of(1, 2)
  expect(createReader(source).bytes(2).buffer).toBe(source.buffer)
})
