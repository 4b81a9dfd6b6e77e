// Decoding of compressed bodies for recordings.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decode } from './decode.ts'

const plain = Buffer.from('x'.repeat(1000))

test.each([
  ['gzip', gzipSync(plain)],
  ['X-GZIP', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['identity', plain],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
])('%s is decoded', async (encoding, body) => {
  expect(Buffer.from((await decode(encoding, body, 1000)) ?? [])).toEqual(plain)
})

test.each([
  ['that is too long', 'gzip', gzipSync(Buffer.alloc(1001))],
  ['that is much too long', 'gzip', gzipSync(Buffer.alloc(50_000_000))],
  ['that is cut off', 'br', brotliCompressSync(plain).subarray(0, -3)],
  ['that is something else', 'gzip', plain],
  ['that is encoded too often', 'gzip, gzip, gzip, gzip', plain],
  ['of an unknown encoding', 'zstd', plain],
  ['of an encoding by the name of a method', 'toString', plain],
])('a body %s is not decoded', async (_, encoding, body) => {
  expect(await decode(encoding, body, 1000)).toBeUndefined()
})
