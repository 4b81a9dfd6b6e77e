import { describe, expect, test } from 'vitest'
import { createToReply, type Reply } from './reply.ts'

const common = [
  ['x-content-type-options', 'nosniff'],
  ['cache-control', 'no-store'],
]

const toReply = createToReply()

function replyTo(data: string, statusCode = 200): Reply {
  return toReply({ name: 'a', data, statusCode, delay: 1.5 })
}

describe('a reply', () => {
  test('a reply has the status and delay of its endpoint, and headers for its body', () => {
    expect(replyTo('{"a":1}', 503)).toMatchObject({
      status: 503,
      delay: 1.5,
      body: '{"a":1}',
      headers: [['content-type', 'application/json'], ['content-length', '7'], ...common],
    })
  })

  test.each([
    [204, common],
    [205, [['content-length', '0'], ...common]],
    [304, common],
  ])('a reply of status %i has no body, whatever the data', (status, headers) => {
    expect(replyTo('{"a":1}', status)).toMatchObject({ status, body: null })
    expect(replyTo('{"a":1}', status).headers).toEqual(headers)
  })

  test.each([
    ['a short text', '"é😀"'],
    ['the longest text', `"${'é'.repeat(2_046)}"`],
    ['a text of many bytes', `"${'é'.repeat(2_047)}"`],
    ['a text of very many bytes', `"${'😀'.repeat(100_000)}"`],
  ])('the content-length of a reply is that of its body in bytes: %s', async (_, data) => {
    const { status, headers, body } = replyTo(data)
    const response = new Response(body, { status, headers: Object.fromEntries(headers) })
    const sent = await response.arrayBuffer()
    expect(new Map(headers).get('content-length')).toBe(String(sent.byteLength))
    expect(new TextDecoder().decode(sent)).toBe(data)
  })

  test('replies of the same length share their headers, which are frozen', () => {
    const [one, two] = [replyTo('12'), replyTo('34')]
    expect(one.headers).toBe(two.headers)
    for (const { headers } of [
      one,
      replyTo('x'.repeat(3000)),
      replyTo('1', 204),
      replyTo('1', 205),
    ]) {
      for (const each of [headers, ...headers]) expect(Object.isFrozen(each)).toBe(true)
    }
  })

  test('a reply with data that is not a string is refused', () => {
    expect(() => replyTo({ a: 1 } as unknown as string)).toThrow('The data of a is not a string.')
  })

  test.each([199, 600, Number.NaN])('a reply with the status %s is refused', (status) => {
    expect(() => replyTo('1', status)).toThrow(`a has the status ${status}.`)
  })

  test('a short body is kept as text, and a long one as bytes', () => {
    expect(replyTo(`"${'x'.repeat(2_046)}"`).body).toBeTypeOf('string')
    expect(replyTo(`"${'x'.repeat(2_047)}"`).body).toBeInstanceOf(Uint8Array)
  })

  test('the size of a reply grows at least by the length of its data', () => {
    const [small, large] = [replyTo('1'), replyTo('1'.repeat(100_000))]
    expect(small.size).toBeGreaterThan(0)
    expect(large.size - small.size).toBeGreaterThanOrEqual(99_999)
    expect(replyTo('1'.repeat(100_000), 204).size).toBeGreaterThan(0)
  })
})
