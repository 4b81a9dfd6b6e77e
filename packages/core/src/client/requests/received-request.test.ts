import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../model/http/request.ts'
import { requestRecord } from '../../test/request-record.ts'
import { type ReceivedRequest, toReceived } from './received-request.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const received = (rest?: Partial<RecordedRequest>): ReceivedRequest =>
  toReceived(requestRecord(rest))

/** Returns the error that reading `json` throws, or the JSON. */
function complaint(request: ReceivedRequest): unknown {
  try {
    return request.json
  } catch (error) {
    return error
  }
}

test('a received request has the fields of its record', () => {
  const rest = { id: 7, endpoint: 'orders', method: 'POST', path: '/endpoint/orders' }
  const end = { statusCode: 200, outcome: 'answered', durationMs: 1.5 }
  expect(received()).toMatchObject({ ...rest, ...end, bodyBytes: 0, bodyTruncated: false })
  const unmatched = { endpoint: null, nearMisses: ['orders'] }
  expect(received(unmatched)).toMatchObject(unmatched)
})

test('`receivedAt` is a Date', () => {
  expect(received().receivedAt).toEqual(new Date(Date.UTC(2027, 0, 15, 8, 0, 0, 123)))
})

test('a request without near misses has an empty list of them', () => {
  expect(received().nearMisses).toEqual([])
})

test('the query is decoded, and repeated names are kept', () => {
  const { query } = received({ query: 'a=1&a=%C3%A9+b&&c' })
  expect([...query]).toEqual([
    ['a', '1'],
    ['a', 'é b'],
    ['c', ''],
  ])
})

describe('the headers', () => {
  test('repeated headers are joined in `headers` and separate in `rawHeaders`', () => {
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
  ])('a header that `Headers` refuses is only in `rawHeaders`: %s', (_, name, value) => {
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
  test('a body is available as bytes, text and JSON', () => {
    const request = received({ body: '{"é":["🎉"]}', bodyBytes: 15 })
    expect(request.body).toEqual(bytes('{"é":["🎉"]}'))
    expect(request.text).toBe('{"é":["🎉"]}')
    expect(request.json).toEqual({ é: ['🎉'] })
  })

  test('a body that is not UTF-8 is available as bytes, and as text with U+FFFD', () => {
    const request = received({ body: '/wB7', bodyEncoding: 'base64', bodyBytes: 3 })
    expect(request.body).toEqual(new Uint8Array([0xff, 0x00, 0x7b]))
    expect(request.text).toBe('\ufffd\0{')
    expect(complaint(request)).toBeInstanceOf(Error)
  })

  test('a text body that looks like base64 is not decoded', () => {
    expect(received({ body: '/wB7' }).text).toBe('/wB7')
    expect(received({ body: '/wB7' }).body).toEqual(bytes('/wB7'))
  })

  test('an empty body has no bytes and no text, and is not JSON', () => {
    const request = received()
    expect(request.body).toEqual(new Uint8Array())
    expect(request.text).toBe('')
    expect(complaint(request)).toHaveProperty(
      'message',
      'The body of POST /endpoint/orders is empty, which is not JSON.',
    )
  })

  test('a truncated body is available up to the cut, with its whole size', () => {
    const request = received({ body: '{"a":', bodyBytes: 70_000, bodyTruncated: true })
    expect(request).toMatchObject({ bodyBytes: 70_000, bodyTruncated: true, text: '{"a":' })
    expect(complaint(request)).toBeInstanceOf(Error)
  })

  test('a byte order mark is kept in the bytes of a body and ignored in its JSON', () => {
    const request = received({ body: '\ufeff{"a":1}', bodyBytes: 10 })
    expect([...request.body.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 0x7b])
    expect(request.json).toEqual({ a: 1 })
  })
})

describe('a body that is not JSON', () => {
  test('reading `json` of a body that is not JSON throws an error with its cause', () => {
    const error = complaint(received({ body: '<p>' }))
    expect(error).toMatchInlineSnapshot(
      `[Error: The body of POST /endpoint/orders is not JSON: \`<p>\`.]`,
    )
    expect(error).toHaveProperty('cause', expect.any(SyntaxError))
  })

  test('the error for a body that is not JSON has the first 100 characters of it', () => {
    const prefix = 'The body of POST /endpoint/orders is not JSON: '
    const told = (length: number): unknown => complaint(received({ body: 'x'.repeat(length) }))
    expect(told(100)).toHaveProperty('message', `${prefix}\`${'x'.repeat(100)}\`.`)
    expect(told(101)).toHaveProperty('message', `${prefix}\`${'x'.repeat(100)}…\`.`)
  })

  test('a request whose body is not JSON can be compared, copied and printed', () => {
    const request = received({ body: '<p>' })
    expect(() => expect(request).toMatchObject({ method: 'PUT' })).toThrow('to match object')
    expect(() => expect(request).toEqual({ ...request })).not.toThrow()
  })
})

test('the error for the JSON of a truncated body names the option to raise', () => {
  const rest = { body: '{"id":', bodyBytes: 70_000, bodyTruncated: true }
  expect(complaint(received(rest))).toMatchInlineSnapshot(
    `[Error: The body of POST /endpoint/orders has 70000 bytes, of which the journal kept the first 6: raise \`journal: { bodyBytes }\`.]`,
  )
})

describe('a request as plain JSON', () => {
  test('a request as plain JSON has only values that a test controls', () => {
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

  test('a request as plain JSON has its body as text if it is not JSON', () => {
    expect(received({ body: '<p>' }).toJSON()).toHaveProperty('body', '<p>')
  })

  test('the snapshot of a multipart body has no random boundary', () => {
    const type = 'multipart/form-data; boundary=----x7$1'
    const request = received({ headers: [['content-type', type]], body: '------x7$1\r\na' })
    expect(request.toJSON()).toMatchObject({
      headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
      body: '--boundary\r\na',
    })
  })
})
