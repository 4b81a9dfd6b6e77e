import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createHeaderText,
  decodeBody,
  noBody,
  secretHeaders,
  sizeOf,
  splitHeaders,
} from './capture.ts'

/** Characters of one to four bytes. */
const unit = fc.constantFrom('a', '\0', '\n', 'é', '日', '\uFEFF', '\uFFFD', '🎉', '\u{10FFFF}')

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a decoded body', () => {
  test('a body of valid UTF-8 is shown as text', async () => {
    const decodes = fc.property(fc.string({ unit }), (text) => {
      expect(decodeBody(bytesOf(text), false)).toEqual({ body: text })
    })
    await fc.assert(decodes)
  })

  test('a byte order mark is kept in a text body', () => {
    expect(decodeBody(bytesOf('\uFEFF{}'), false)).toEqual({ body: '\uFEFF{}' })
  })

  test('a truncated body is shown without a character that was cut in half', () => {
    for (const character of ['é', '日', '🎉']) {
      const bytes = bytesOf(`ab${character}`)
      for (let end = 3; end < bytes.byteLength; end++) {
        expect(decodeBody(bytes.subarray(0, end), true)).toEqual({ body: 'ab' })
      }
      expect(decodeBody(bytes, true)).toEqual({ body: `ab${character}` })
    }
  })

  test('a whole body that ends in half a character is shown as base64', () => {
    expect(decodeBody(bytesOf('abé').subarray(0, 3), false)).toEqual({
      body: 'YWLD',
      bodyEncoding: 'base64',
    })
  })

  test('a body that is not UTF-8 is shown as base64, truncated or whole', async () => {
    const binary = fc.uint8Array({ minLength: 0, maxLength: 300 })
    const decodes = fc.property(binary, fc.boolean(), (rest, isTruncated) => {
      const bytes = new Uint8Array([0xff, ...rest])
      const body = Buffer.from(bytes).toString('base64')
      expect(decodeBody(bytes, isTruncated)).toEqual({ body, bodyEncoding: 'base64' })
    })
    await fc.assert(decodes)
  })

  test('a binary body of 64 KiB is shown as base64', () => {
    const bytes = new Uint8Array(64 * 1024).fill(0xfe)
    expect(decodeBody(bytes, true).body).toBe(Buffer.from(bytes).toString('base64'))
  })

  test('a missing body is shown as an empty text', () => {
    expect(decodeBody(noBody.bytes, false)).toEqual({ body: '' })
  })
})

describe('headers', () => {
  const sent = ['Host', 'a', 'AUTHORIZATION', 'Bearer b', 'x-id', 'authorization', 'Cookie', 'c=d']
  const kept = (headers: readonly string[]): [string, string][] =>
    splitHeaders(createHeaderText(secretHeaders)(headers))

  test('secret headers are masked in any letter case, and values like their names are not', () => {
    expect(kept(sent)).toEqual([
      ['Host', 'a'],
      ['AUTHORIZATION', '***'],
      ['x-id', 'authorization'],
      ['Cookie', '***'],
    ])
  })

  test('repeated secret headers are all masked', () => {
    const twice = ['X-Api-Key', '1', 'x-api-key', '2']
    expect(kept(twice)).toEqual([
      ['X-Api-Key', '***'],
      ['x-api-key', '***'],
    ])
  })

  test('headers are shown as pairs in their order, with empty values', () => {
    const headers = ['B', '1', 'a', '', 'B', '3', 'c', '']
    const pairs = [
      ['B', '1'],
      ['a', ''],
      ['B', '3'],
      ['c', ''],
    ]
    expect(splitHeaders(createHeaderText([])(headers))).toEqual(pairs)
    expect(splitHeaders(createHeaderText([])([]))).toEqual([])
  })

  test('the headers of earlier requests do not affect those of a request', async () => {
    const name = fc.constantFrom('a', 'b', 'Cookie')
    const pair = fc.tuple(name, fc.constantFrom('', '1', 'a'))
    const headers = fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.flat())
    const keeps = fc.property(fc.array(headers), (requests) => {
      const toText = createHeaderText(secretHeaders)
      const pairs = requests.map((each) => splitHeaders(toText(each)))
      expect(pairs).toEqual(requests.map(kept))
    })
    await fc.assert(keeps)
  })

  test('the headers of a request are right even if a server reuses its array', () => {
    const toText = createHeaderText([])
    const headers = ['a', '1']
    expect(splitHeaders(toText(headers))).toEqual([['a', '1']])
    headers[1] = '2'
    expect(splitHeaders(toText(headers))).toEqual([['a', '2']])
  })
})

test('the size of a request includes its URL, header text and kept bytes of the body', () => {
  const empty = sizeOf('', '', noBody)
  const body = { bytes: bytesOf('12345'), length: 1_000_000 }
  expect(empty).toBeGreaterThan(0)
  expect(sizeOf('/abc', 'ab\0c', body) - empty).toBe(4 + 4 + 5)
})
