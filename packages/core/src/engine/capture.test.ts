import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBody, maskHeaders, noBody, secretHeaders, sizeOf, toPairs } from './capture.ts'

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

  test('are masked by their names in any case, and values stay that spell such a name', () => {
    expect(maskHeaders(sent, new Set(secretHeaders))).toEqual([
      'Host',
      'a',
      'AUTHORIZATION',
      '***',
      'x-id',
      'authorization',
      'Cookie',
      '***',
    ])
  })

  test('are masked wherever they repeat', () => {
    const twice = ['X-Api-Key', '1', 'x-api-key', '2']
    expect(maskHeaders(twice, new Set(secretHeaders))).toEqual([
      'X-Api-Key',
      '***',
      'x-api-key',
      '***',
    ])
  })

  test('are shown in pairs, in their order', () => {
    expect(toPairs(['B', '1', 'a', '2', 'B', '3'])).toEqual([
      ['B', '1'],
      ['a', '2'],
      ['B', '3'],
    ])
    expect(toPairs([])).toEqual([])
  })
})

test('a size counts the URL, each name and value, and the bytes that are kept of the body', () => {
  const empty = sizeOf('', [], noBody)
  const body = { bytes: bytesOf('12345'), length: 1_000_000 }
  expect(empty).toBeGreaterThan(0)
  expect(sizeOf('/abc', ['ab', 'c', 'd', ''], body) - empty).toBe(4 + 4 + 5)
})
