import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../model/http/request.ts'
import { requestRecord } from '../../test/request-record.ts'
import { type ReceivedRequest, toReceived } from './received-request.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const received = (rest?: Partial<RecordedRequest>): ReceivedRequest =>
  toReceived(requestRecord(rest))

/** What reading `json` throws. */
function complaint(request: ReceivedRequest): unknown {
  try {
    return request.json
  } catch (error) {
    return error
  }
}

test('what the record says is there as it was', () => {
  const rest = { id: 7, endpoint: 'orders', method: 'POST', path: '/endpoint/orders' }
  const end = { statusCode: 200, outcome: 'answered', durationMs: 1.5 }
  expect(received()).toMatchObject({ ...rest, ...end, bodyBytes: 0, bodyTruncated: false })
  const unmatched = { endpoint: null, nearMisses: ['orders'] }
  expect(received(unmatched)).toMatchObject(unmatched)
})

test('the time is a date', () => {
  expect(received().receivedAt).toEqual(new Date(Date.UTC(2027, 0, 15, 8, 0, 0, 123)))
})

test('a request without near misses has an empty list of them', () => {
  expect(received().nearMisses).toEqual([])
})

test('the query is decoded, with names that come twice', () => {
  const { query } = received({ query: 'a=1&a=%C3%A9+b&&c' })
  expect([...query]).toEqual([
    ['a', '1'],
    ['a', 'é b'],
    ['c', ''],
  ])
})

describe('the headers', () => {
  test('that come twice are joined, and raw they stay two', () => {
    const pairs = [
      ['X-A', '1'],
      ['x-a', '2'],
      ['Set-Cookie', 'a=1'],
    ] as const
    const { headers, rawHeaders } = received({ headers: pairs })
    expect(headers.get('x-a')).toBe('1, 2')
    expect(headers.getSetCookie()).toEqual(['a=1'])
    expect(rawHeaders).toEqual(pairs)
  })

  test.each([
    ['a name with a space', 'x odd', '1'],
    ['no name', '', '1'],
    ['a name with a letter beyond ASCII', 'x-é', '1'],
    ['a value beyond Latin 1', 'x-odd', '🎉'],
    ['a value with a NUL', 'x-odd', 'a\0b'],
  ])('that `Headers` refuses stay raw: %s', (_, name, value) => {
    const pairs = [
      ['x-a', '1'],
      [name, value],
      ['x-b', '2'],
    ] as const
    const { headers, rawHeaders } = received({ headers: pairs })
    expect([...headers]).toEqual([
      ['x-a', '1'],
      ['x-b', '2'],
    ])
    expect(rawHeaders).toEqual(pairs)
  })
})

describe('the body', () => {
  test('is bytes, text and JSON', () => {
    const request = received({ body: '{"é":["🎉"]}', bodyBytes: 15 })
    expect(request.body).toEqual(bytes('{"é":["🎉"]}'))
    expect(request.text).toBe('{"é":["🎉"]}')
    expect(request.json).toEqual({ é: ['🎉'] })
  })

  test('that is no UTF-8 is its bytes, and text with U+FFFD', () => {
    const request = received({ body: '/wB7', bodyEncoding: 'base64', bodyBytes: 3 })
    expect(request.body).toEqual(new Uint8Array([0xff, 0x00, 0x7b]))
    expect(request.text).toBe('\ufffd\0{')
    expect(complaint(request)).toBeInstanceOf(Error)
  })

  test('that is text and looks like base64 is left as it is', () => {
    expect(received({ body: '/wB7' }).text).toBe('/wB7')
    expect(received({ body: '/wB7' }).body).toEqual(bytes('/wB7'))
  })

  test('that is empty is no bytes, no text and no JSON', () => {
    const request = received()
    expect(request.body).toEqual(new Uint8Array())
    expect(request.text).toBe('')
    expect(complaint(request)).toHaveProperty(
      'message',
      'The body of POST /endpoint/orders is empty, which is not JSON.',
    )
  })

  test('that is cut off is its beginning, and says so', () => {
    const request = received({ body: '{"a":', bodyBytes: 70_000, bodyTruncated: true })
    expect(request).toMatchObject({ bodyBytes: 70_000, bodyTruncated: true, text: '{"a":' })
    expect(complaint(request)).toBeInstanceOf(Error)
  })

  test('keeps its byte order mark, which JSON does not mind, as when endpoints are added', () => {
    const request = received({ body: '\ufeff{"a":1}', bodyBytes: 10 })
    expect([...request.body.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x7b])
    expect(request.json).toEqual({ a: 1 })
  })
})

describe('a body that is no JSON', () => {
  test('is told when `json` is read, with its cause', () => {
    const error = complaint(received({ body: '<p>' }))
    expect(error).toMatchInlineSnapshot(
      `[Error: The body of POST /endpoint/orders is not JSON: \`<p>\`.]`,
    )
    expect(error).toHaveProperty('cause', expect.any(SyntaxError))
  })

  test('is told with its first 100 characters', () => {
    const prefix = 'The body of POST /endpoint/orders is not JSON: '
    const told = (length: number): unknown => complaint(received({ body: 'x'.repeat(length) }))
    expect(told(100)).toHaveProperty('message', `${prefix}\`${'x'.repeat(100)}\`.`)
    expect(told(101)).toHaveProperty('message', `${prefix}\`${'x'.repeat(100)}…\`.`)
  })

  test('does not keep the request from being compared, copied and printed', () => {
    const request = received({ body: '<p>' })
    expect(() => expect(request).toMatchObject({ method: 'PUT' })).toThrow('to match object')
    expect(() => expect(request).toEqual({ ...request })).not.toThrow()
  })
})

test('a body that was cut off is told as such, with what to do', () => {
  const rest = { body: '{"id":', bodyBytes: 70_000, bodyTruncated: true }
  expect(complaint(received(rest))).toMatchInlineSnapshot(
    `[Error: The body of POST /endpoint/orders has 70000 bytes, of which the journal kept the first 6: raise \`journal: { bodyBytes }\`.]`,
  )
})

describe('as plain JSON', () => {
  test('it is what a test controls', () => {
    const request = received({
      query: 'a=1&b=2&a=3',
      headers: [
        ['Host', '127.0.0.1:41234'],
        ['Content-Type', 'application/json'],
        ['X-A', '1'],
        ['User-Agent', 'node'],
      ],
      body: '{"id":7}',
      durationMs: 12.3,
    })
    expect(JSON.parse(JSON.stringify(request))).toMatchInlineSnapshot(`
      {
        "body": {
          "id": 7,
        },
        "headers": {
          "content-type": "application/json",
          "x-a": "1",
        },
        "method": "POST",
        "outcome": "answered",
        "path": "/endpoint/orders",
        "query": {
          "a": [
            "1",
            "3",
          ],
          "b": [
            "2",
          ],
        },
        "statusCode": 200,
      }
    `)
  })

  test('its body is the text when that is no JSON', () => {
    expect(received({ body: '<p>' }).toJSON()).toHaveProperty('body', '<p>')
  })
})
