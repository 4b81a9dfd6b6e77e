import { expect, test } from 'vitest'
import { bytesOf } from '../../journal-contract/recording.ts'
import { createResponseKeeper, type KeptResponse } from './kept-response.ts'

const headers = [['content-type', 'text/plain']] as const
const headerBytes = 'content-typetext/plain'.length

const memoryOf = ({ body }: KeptResponse): number =>
  typeof body === 'string' ? body.length : body.buffer.byteLength

test.each(['é', '日', '🎉'])(
  'a body cut inside of %s is shown without that character, as text or bytes',
  (last) => {
    const text = `ab${last}cd`
    const { length } = bytesOf(text)
    for (let most = 3; most < 2 + bytesOf(last).length; most++) {
      const { keep, show } = createResponseKeeper(most, [])
      const shown = { headers, body: 'ab', bodyBytes: length, bodyTruncated: true }
      expect(show(keep({ headers, body: text }))).toEqual(shown)
      expect(show(keep({ headers, body: bytesOf(text) }))).toEqual(shown)
    }
  },
)

test('a body over the limit is truncated, and a shorter one is kept whole', () => {
  const { keep, show } = createResponseKeeper(4, [])
  for (const [text, body, bodyTruncated] of [
    ['abc', 'abc', false],
    ['abcd', 'abcd', false],
    ['abcde', 'abcd', true],
    ['ééé', 'éé', true],
    ['', '', false],
  ] as const) {
    const shown = { headers, body, bodyBytes: bytesOf(text).length, bodyTruncated }
    expect(show(keep({ headers, body: text }))).toEqual(shown)
    expect(show(keep({ headers, body: bytesOf(text) }))).toEqual(shown)
  }
})

test('responses with the same short body share it', () => {
  const { keep } = createResponseKeeper(10, [])
  const body = bytesOf('0123456789')
  const kept = keep({ headers, body })
  expect(keep({ headers, body })).toBe(kept)
  expect(kept.body).toBe(body)
})

test('responses with the same long body share a copy of its beginning', () => {
  const { keep } = createResponseKeeper(10, [])
  const body = new Uint8Array(1000)
  const kept = keep({ headers, body })
  expect(keep({ headers, body })).toBe(kept)
  expect(keep({ headers: [...headers], body }).body).toBe(kept.body)
  expect(memoryOf(kept)).toBe(10)
})

test.each([
  ['a long text', 'x'.repeat(1000)],
  ['a few bytes of many', new Uint8Array(1000).subarray(3, 7)],
])('keeping %s takes only the memory of the kept part', (_, body) => {
  const { keep } = createResponseKeeper(10, [])
  expect(memoryOf(keep({ headers, body }))).toBeLessThan(11)
})

test('an earlier response does not change what is kept of the next one', () => {
  const { keep, show } = createResponseKeeper(10, [])
  const other = [['content-type', 'text/html']] as const
  const [body, long] = [bytesOf('ab'), new Uint8Array(20).fill(0x61)]
  const sent = [
    { headers, body },
    { headers: other, body },
    { headers, body, bodyBytes: 9 },
    { headers, body },
    { headers, body: long },
    { headers: other, body: long },
    { headers, body: 'ab' },
    { headers, body: null },
  ]
  const shown = sent.map((each) => show(keep(each)))
  expect(shown).toEqual(sent.map((each) => createResponseKeeper(10, []).show(keep(each))))
  const asked = shown.map((each) => [each.headers, each.body, each.bodyBytes])
  const text = 'a'.repeat(10)
  const expected = [
    [headers, 'ab', 2],
    [other, 'ab', 2],
    [headers, 'ab', 9],
    [headers, 'ab', 2],
    [headers, text, 20],
    [other, text, 20],
    [headers, 'ab', 2],
    [headers, '', 0],
  ]
  expect(asked).toEqual(expected)
})

test('secret response headers are masked in any letter case when they are shown', () => {
  const { keep, show } = createResponseKeeper(10, ['set-cookie'])
  const cookies = [
    ['Set-Cookie', 'a=b'],
    ['x-a', 'set-cookie'],
    ['set-cookie', ''],
  ] as const
  expect(show(keep({ headers: cookies, body: null })).headers).toEqual([
    ['Set-Cookie', '***'],
    ['x-a', 'set-cookie'],
    ['set-cookie', '***'],
  ])
})

test('the size of a response includes headers and the kept body, two bytes per character', () => {
  const { keep } = createResponseKeeper(10, [])
  const sizeOf = (body: string | Uint8Array): number => keep({ headers, body }).size
  expect(sizeOf('abc')).toBe(headerBytes + 6)
  const none = sizeOf(new Uint8Array(0))
  expect(none).toBeGreaterThan(headerBytes)
  expect([sizeOf(bytesOf('12345')), sizeOf(new Uint8Array(1000))]).toEqual([none + 5, none + 10])
})
