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

/** One, two, three and four bytes long. */
const unit = fc.constantFrom('a', '\0', '\n', 'é', '日', '\uFEFF', '\uFFFD', '🎉', '\u{10FFFF}')

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('a body is shown', () => {
  test('as text when it is UTF-8', async () => {
    const decodes = fc.property(fc.string({ unit }), (text) => {
      expect(decodeBody(bytesOf(text), false)).toEqual({ body: text })
    })
    await fc.assert(decodes)
  })

  test('with its byte order mark', () => {
    expect(decodeBody(bytesOf('\uFEFF{}'), false)).toEqual({ body: '\uFEFF{}' })
  })

  test('without the character that the cut went through', () => {
    for (const character of ['é', '日', '🎉']) {
      const bytes = bytesOf(`ab${character}`)
      for (let end = 3; end < bytes.byteLength; end++) {
        expect(decodeBody(bytes.subarray(0, end), true)).toEqual({ body: 'ab' })
      }
      expect(decodeBody(bytes, true)).toEqual({ body: `ab${character}` })
    }
  })

  test('as base64 when half a character is not the fault of a cut', () => {
    expect(decodeBody(bytesOf('abé').subarray(0, 3), false)).toEqual({
      body: 'YWLD',
      bodyEncoding: 'base64',
    })
  })

  test('as base64 when it is no UTF-8, cut or whole', async () => {
    const binary = fc.uint8Array({ minLength: 0, maxLength: 300 })
    const decodes = fc.property(binary, fc.boolean(), (rest, isTruncated) => {
      const bytes = new Uint8Array([0xff, ...rest])
      const body = Buffer.from(bytes).toString('base64')
      expect(decodeBody(bytes, isTruncated)).toEqual({ body, bodyEncoding: 'base64' })
    })
    await fc.assert(decodes)
  })

  test('as base64 of 64 KiB', () => {
    const bytes = new Uint8Array(64 * 1024).fill(0xfe)
    expect(decodeBody(bytes, true).body).toBe(Buffer.from(bytes).toString('base64'))
  })

  test('as an empty text when there is none', () => {
    expect(decodeBody(noBody.bytes, false)).toEqual({ body: '' })
  })
})

describe('headers', () => {
  const sent = ['Host', 'a', 'AUTHORIZATION', 'Bearer b', 'x-id', 'authorization', 'Cookie', 'c=d']
  const kept = (headers: readonly string[]): [string, string][] =>
    splitHeaders(createHeaderText(secretHeaders)(headers))

  test('are masked by their names in any case, and values stay that spell such a name', () => {
    expect(kept(sent)).toEqual([
      ['Host', 'a'],
      ['AUTHORIZATION', '***'],
      ['x-id', 'authorization'],
      ['Cookie', '***'],
    ])
  })

  test('are masked wherever they repeat', () => {
    const twice = ['X-Api-Key', '1', 'x-api-key', '2']
    expect(kept(twice)).toEqual([
      ['X-Api-Key', '***'],
      ['x-api-key', '***'],
    ])
  })

  test('are shown in pairs, in their order, empty values as well', () => {
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

  test('are those of the request, whatever was sent before it', async () => {
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

  test('are those of the request, even if a server uses its array again', () => {
    const toText = createHeaderText([])
    const headers = ['a', '1']
    expect(splitHeaders(toText(headers))).toEqual([['a', '1']])
    headers[1] = '2'
    expect(splitHeaders(toText(headers))).toEqual([['a', '2']])
  })
})

test('a size counts the URL, the text of the headers, and the bytes that are kept of the body', () => {
  const empty = sizeOf('', '', noBody)
  const body = { bytes: bytesOf('12345'), length: 1_000_000 }
  expect(empty).toBeGreaterThan(0)
  expect(sizeOf('/abc', 'ab\0c', body) - empty).toBe(4 + 4 + 5)
})
