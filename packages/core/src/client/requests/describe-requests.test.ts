import { describe, expect, test } from 'vitest'
import type { RecordedRequest } from '../../model/http/request.ts'
import { requestRecord } from '../../test/request-record.ts'
import { describeRequest, describeRequests } from './describe-requests.ts'
import { type ReceivedRequest, toReceived } from './received-request.ts'

const received = (rest?: Partial<RecordedRequest>): ReceivedRequest =>
  toReceived(requestRecord(rest))

const unmatched = { endpoint: null, outcome: 'unmatched', statusCode: 404 } as const

const many = (count: number): ReceivedRequest[] =>
  Array.from({ length: count }, (_, i) => received({ id: i + 1 }))

describe('the description of a request', () => {
  test('an answered request is described with its query, status, duration and body', () => {
    const query = 'a=1&b=%C3%A9'
    expect(describeRequest(received({ query, body: '{"id":1}' }))).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders?a=1&b=%C3%A9 → 200 after 1.5 ms, body {"id":1}"`,
    )
  })

  test('the description of a request without query and body leaves them out', () => {
    expect(describeRequest(received({ statusCode: 503 }))).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → 503 after 1.5 ms"`,
    )
  })

  test('a pending request is described as not answered yet', () => {
    const pending = { outcome: 'pending', statusCode: null, durationMs: null } as const
    expect(describeRequest(received(pending))).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → not answered yet"`,
    )
  })

  test('an aborted request is described with the disconnect of its client', () => {
    const aborted = { outcome: 'aborted', statusCode: null } as const
    expect(describeRequest(received(aborted))).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → its client left after 1.5 ms"`,
    )
  })

  test('an unmatched request is described as a 404', () => {
    expect(describeRequest(received(unmatched))).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → 404 unmatched"`,
    )
  })

  test('an unmatched request is described with its near misses', () => {
    const request = received({ ...unmatched, nearMisses: ['order', 'orders'] })
    expect(describeRequest(request)).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → 404 unmatched, close to \`order\`, \`orders\`"`,
    )
  })

  test('the description of a path without /endpoint names the right base URL', () => {
    const request = received({ ...unmatched, path: '/orders', nearMisses: ['orders'] })
    expect(describeRequest(request)).toMatchInlineSnapshot(
      `"#7 POST /orders → 404 unmatched: \`orders\` is an endpoint; give the client mock.url('orders'), or mock.baseUrl as its base URL"`,
    )
  })

  test('the description of an unmatched subpath states that its endpoint exists', () => {
    const path = '/endpoint/orders/7'
    const request = received({ ...unmatched, path, nearMisses: ['orders'] })
    expect(describeRequest(request)).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders/7 → 404 unmatched: \`orders\` exists, but nothing below it"`,
    )
  })

  test.each<[words: string, request: Partial<RecordedRequest>]>([
    ['503 by rule r-1 after 1.5 ms', { statusCode: 503 }],
    ['fault reset by rule r-1 after 1.5 ms', { statusCode: null, fault: 'reset' }],
    ['200 with fault truncate by rule r-1 after 1.5 ms', { fault: 'truncate' }],
    [
      '200 by rule r-1 from https://a.b after 1.5 ms',
      { forwarded: { to: 'https://a.b', durationMs: 1 } },
    ],
    ['held by rule r-1', { outcome: 'pending', held: true }],
    ['not answered yet by rule r-1', { outcome: 'pending' }],
    ['its client left after 1.5 ms, with rule r-1', { outcome: 'aborted' }],
  ])('a request with a rule is described as: %s', (words, request) => {
    const whole = describeRequest(received({ rule: 'r-1', ...request }))
    expect(whole).toBe(`#7 POST /endpoint/orders → ${words}`)
  })

  test.each([
    ['method', 'method is x, not y'],
    ['path', 'path is x, not y'],
    ['query.a.b', 'query parameter `a.b` is x, not y'],
    ['params.id', 'path parameter `id` is x, not y'],
    ['form.a', 'form field `a` is x, not y'],
    ['jsonAt./a/b', 'JSON at `/a/b` is x, not y'],
    ['headers.accept', 'header `accept` is x, not y'],
    ['json', 'JSON is x, not y'],
    ['json/a/0', 'JSON at `/a/0` is x, not y'],
    ['body', 'body is x, not y'],
  ])('the description names the closest rule, which differs in its %s', (member, words) => {
    const closest = { rule: 'r-1', member, expected: 'x', actual: 'y' }
    expect(describeRequest(received({ ...unmatched, closest }))).toBe(
      `#7 POST /endpoint/orders → 404 unmatched: the closest is rule \`r-1\`, whose ${words}`,
    )
  })

  test('a late request is described as having had a response until the last reset', () => {
    const request = Object.assign(received(unmatched), { isLate: true as const })
    expect(describeRequest(request)).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → 404 unmatched, late: it had a response until the last reset"`,
    )
  })

  test('the description of a long body has its first 200 characters', () => {
    const end = (length: number): string =>
      describeRequest(received({ body: 'x'.repeat(length) })).split(', body ')[1] ?? ''
    expect(end(200)).toBe('x'.repeat(200))
    expect(end(201)).toBe(`${'x'.repeat(200)}…`)
  })

  test('the description of a body of several lines has only one line', () => {
    const body = '{\r\n\t"a": 1,\n\n  "b": 2\u2028}\n'
    expect(describeRequest(received({ body }))).toMatchInlineSnapshot(
      `"#7 POST /endpoint/orders → 200 after 1.5 ms, body { "a": 1, "b": 2 } "`,
    )
  })
})

describe('control characters in a request', () => {
  const controls = '\x00\x07\b\x1b[2J\x1b]0;title\x07\x7f\x9b31m'
  const odd = `a${controls}b\rc\nd`

  test.each<[where: string, request: Partial<RecordedRequest>]>([
    ['the body', { body: odd }],
    ['a body that is no UTF-8', { body: btoa(`\xff${odd}`), bodyEncoding: 'base64' }],
    ['the path', { path: `/endpoint/${odd}` }],
    ['the query', { query: odd }],
    ['the method', { method: odd }],
    ['a near miss', { ...unmatched, nearMisses: [odd] }],
  ])('control characters in %s are not in the description', (_, request) => {
    const words = describeRequest(received(request))
    expect([...words.matchAll(/\p{Cc}/gu)].map(([character]) => character)).toEqual([])
    expect(words).toMatch(/a.*b.*c.*d/)
  })
})

describe('the description of several requests', () => {
  test('the description of an empty list states that there were no requests', () => {
    expect(describeRequests([])).toMatchInlineSnapshot(`"There were no requests at all."`)
  })

  test('each request has one line, and unmatched ones come first', () => {
    const requests = [received({ id: 1, body: 'a\nb' }), received({ ...unmatched, id: 2 })]
    expect(describeRequests(requests)).toMatchInlineSnapshot(`
      "Requests so far (2), the unmatched first:
        #2 POST /endpoint/orders → 404 unmatched
      Next to the first of these:
        #1 POST /endpoint/orders → 200 after 1.5 ms, body a b"
    `)
  })

  test('an unmatched request comes first, followed by only five of the others', () => {
    const requests = [...many(3), received({ ...unmatched, id: 4 }), ...many(30).slice(4)]
    expect(describeRequests(requests)).toMatchInlineSnapshot(`
      "Requests so far (30), the unmatched first:
        #4 POST /endpoint/orders → 404 unmatched
      Next to the first of these:
        #2 POST /endpoint/orders → 200 after 1.5 ms
        #3 POST /endpoint/orders → 200 after 1.5 ms
        #5 POST /endpoint/orders → 200 after 1.5 ms
        #6 POST /endpoint/orders → 200 after 1.5 ms
        #7 POST /endpoint/orders → 200 after 1.5 ms
        … and 24 others"
    `)
  })

  test('of more than 20 unmatched requests, the first 20 are described', () => {
    const requests = many(22).map(({ id }) => received({ ...unmatched, id }))
    const lines = describeRequests(requests).split('\n')
    expect(lines.at(1)).toBe('  #1 POST /endpoint/orders → 404 unmatched')
    expect(lines.slice(-2)).toEqual([
      '  #20 POST /endpoint/orders → 404 unmatched',
      '  … and 2 more of them',
    ])
  })

  test('up to 20 requests are all described', () => {
    const [head, ...lines] = describeRequests(many(20)).split('\n')
    expect(head).toBe('Requests so far (20):')
    expect(lines).toEqual(many(20).map((request) => `  ${describeRequest(request)}`))
  })

  test('of more than 20 requests, the last 20 are described, with a count of the others', () => {
    const [head, more, ...lines] = describeRequests(many(45)).split('\n')
    expect([head, more]).toMatchInlineSnapshot(`
      [
        "Requests so far (45):",
        "  … and 25 before these",
      ]
    `)
    expect(lines).toEqual(
      many(45)
        .slice(25)
        .map((request) => `  ${describeRequest(request)}`),
    )
  })
})
