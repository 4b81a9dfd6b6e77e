// When each matcher passes, and when it does not.
import {
  createMockServer,
  type RequestPattern,
  sharedMockServer,
} from '@mock-endpoint/vitest-plugin'
import { beforeEach, describe, expect, test } from 'vitest'
import { messageOf } from '../steady.ts'

const mock = await createMockServer({ onUnhandledRequest: 'ignore' })
const orders = mock.endpoint('orders')
const quiet = mock.endpoint('quiet')
const json = { id: 1, items: [{ sku: 'tea', count: 2 }] }

beforeEach(async () => {
  await mock.add({ name: 'orders', data: [], statusCode: 201 })
  await mock.add({ name: 'quiet', data: [] })
})

/** Sends two requests. Most tests are about the first one. */
async function ask(): Promise<void> {
  await fetch(`${orders.url}?a=1&b=x&b=y`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Signature': 'sha256=abc' },
    body: JSON.stringify(json),
  })
  await fetch(orders.url, { method: 'PUT', body: 'no JSON' })
}

describe('after two requests to one endpoint', () => {
  beforeEach(ask)

  test('a mock, a handle and a list of requests have been requested twice', async () => {
    for (const received of [mock, orders, await mock.requests(), await orders.requests()]) {
      expect(received).toHaveBeenRequested()
      expect(received).toHaveBeenRequestedTimes(2)
      expect(received).not.toHaveBeenRequestedTimes(1)
      expect(received).toHaveBeenRequestedWith({ method: 'POST' })
      expect(received).not.toHaveBeenRequestedWith({ method: 'GET' })
      expect(received).toHaveBeenLastRequestedWith({ method: 'PUT' })
      expect(received).not.toHaveBeenLastRequestedWith({ method: 'POST' })
      expect(received).toHaveNoUnmatchedRequests()
    }
  })

  test('the handle of another endpoint has not been requested', async () => {
    for (const received of [quiet, await quiet.requests(), []]) {
      expect(received).not.toHaveBeenRequested()
      expect(received).toHaveBeenRequestedTimes(0)
      expect(received).not.toHaveBeenRequestedWith({})
      expect(received).not.toHaveBeenLastRequestedWith({})
      expect(received).toHaveNoUnmatchedRequests()
    }
  })

  test('the opposite of each matcher that passes fails', () => {
    const failures = [
      () => expect(orders).not.toHaveBeenRequested(),
      () => expect(quiet).toHaveBeenRequested(),
      () => expect(orders).not.toHaveBeenRequestedTimes(2),
      () => expect(orders).toHaveBeenRequestedTimes(3),
      () => expect(orders).not.toHaveBeenRequestedWith({ method: 'POST' }),
      () => expect(orders).toHaveBeenRequestedWith({ method: 'GET' }),
      () => expect(orders).not.toHaveBeenLastRequestedWith({ method: 'PUT' }),
      () => expect(orders).toHaveBeenLastRequestedWith({ method: 'POST' }),
      () => expect(orders).not.toHaveNoUnmatchedRequests(),
    ]
    for (const failure of failures) expect(failure).toThrow(/^expected /)
  })

  test('an unmatched request counts for the mock, and for no endpoint', async () => {
    await fetch(mock.url('order'))
    await fetch(`${mock.url()}/nowhere`)
    expect(mock).not.toHaveNoUnmatchedRequests()
    expect(mock).toHaveBeenRequestedTimes(4)
    expect(mock).toHaveBeenRequestedWith({ outcome: 'unmatched', path: '/endpoint/order' })
    expect(mock).toHaveBeenLastRequestedWith({ endpoint: null, statusCode: 404 })
    expect(orders).toHaveNoUnmatchedRequests()
    expect(() => expect(mock).toHaveNoUnmatchedRequests()).toThrow('expected no unmatched requests')
  })

  test('a request in process counts like one over a socket', async () => {
    await mock.fetch('/endpoint/orders')
    expect(orders).toHaveBeenRequestedTimes(3)
  })

  test('a reset forgets all requests', async () => {
    await mock.reset({ endpoints: false })
    expect(mock).not.toHaveBeenRequested()
  })

  test.for<readonly [string, RequestPattern]>([
    ['nothing in particular', {}],
    ['the path', { path: '/endpoint/orders' }],
    ['the path by a matcher', { path: expect.stringMatching(/orders$/) }],
    ['the path below the endpoint', { path: '/' }],
    ['the endpoint', { endpoint: 'orders' }],
    ['the status', { statusCode: 201 }],
    ['the outcome', { outcome: 'answered' }],
    ['one of the parameters', { query: { a: '1' } }],
    ['a parameter as a number', { query: { a: 1 } }],
    ['a repeated parameter', { query: { b: ['x', 'y'] } }],
    ['a parameter by a matcher', { query: { a: expect.stringMatching(/^\d$/) } }],
    ['a repeated one by a matcher', { query: { b: expect.arrayContaining(['y']) } }],
    ['a parameter that is not there', { query: { c: undefined } }],
    ['a header', { headers: { 'content-type': 'application/json' } }],
    ['a header in another case', { headers: { 'CONTENT-type': 'application/json' } }],
    ['a header by a matcher', { headers: { 'x-signature': expect.stringContaining('sha256=') } }],
    ['a header that is not there', { method: 'POST', headers: { authorization: undefined } }],
    ['the body, parsed', { json }],
    ['the body by matchers in it', { json: { id: expect.any(Number), items: expect.any(Array) } }],
    ['a part of the body', { json: expect.objectContaining({ id: 1 }) }],
    ['what the body includes', { jsonIncludes: { id: expect.any(Number) } }],
    ['what the body includes in full', { jsonIncludes: json }],
    ['the body, whatever it is', { body: json }],
    ['a part of it', { body: expect.objectContaining({ id: 1 }) }],
    ['its text', { body: JSON.stringify(json) }],
    ['a part of its text', { body: expect.stringContaining('"id"') }],
    ['the body, whatever it is, of one that is no JSON', { method: 'PUT', body: 'no JSON' }],
    ['a body that is no JSON, as text', { method: 'PUT', body: expect.stringContaining('no') }],
    [
      'all of it',
      { method: 'POST', query: { a: '1' }, headers: { 'x-signature': 'sha256=abc' }, json },
    ],
  ])('toHaveBeenRequestedWith matches %s', ([, pattern]) => {
    expect(orders).toHaveBeenRequestedWith(pattern)
    expect(() => expect(orders).not.toHaveBeenRequestedWith(pattern)).toThrow(
      'expected no request like this',
    )
  })

  test.for<readonly [string, RequestPattern]>([
    ['another path', { path: '/orders' }],
    ['another path below the endpoint', { path: '/7' }],
    ['another status', { statusCode: 200 }],
    ['another outcome', { outcome: 'aborted' }],
    ['another value of a parameter', { query: { a: '2' } }],
    ['one value of a repeated parameter', { query: { b: 'x' } }],
    ['the values in another order', { query: { b: ['y', 'x'] } }],
    ['a parameter that is not there', { query: { c: expect.anything() } }],
    ['the name of a parameter in another case', { query: { A: '1' } }],
    ['another value of a header', { headers: { 'x-signature': 'sha256=abd' } }],
    ['a header that is not there', { headers: { authorization: expect.anything() } }],
    ['a part of the body alone', { json: { id: 1 } }],
    ['what the body does not include', { jsonIncludes: { id: 1, other: expect.anything() } }],
    ['a part of a list', { jsonIncludes: { items: [] } }],
    ['another type in the body', { json: { ...json, id: '1' } }],
    ['another body', { body: { id: 1 } }],
    ['a number in a text', { query: { a: 12 } }],
    ['parts of two requests', { method: 'PUT', json }],
    ['a body that is no JSON, as if it were', { method: 'PUT', json: 'no JSON' }],
    ['a body that is no JSON, as any JSON', { method: 'PUT', json: expect.anything() }],
  ])('toHaveBeenRequestedWith does not match %s', ([, pattern]) => {
    expect(orders).not.toHaveBeenRequestedWith(pattern)
    expect(() => expect(orders).toHaveBeenRequestedWith(pattern)).toThrow('expected a request')
  })
})

test('a pattern with `text` is refused, and the error names `body`', () => {
  const pattern = { text: '' } as RequestPattern
  const message = '`text` is called `body`'
  expect(() => expect(orders).toHaveBeenRequestedWith(pattern)).toThrow(message)
  expect(() => expect(orders).not.toHaveBeenRequestedWith(pattern)).toThrow(message)
})

test.each([
  [undefined, "A pattern is an object such as { method: 'POST' }, not undefined."],
  ['POST', "A pattern is an object such as { method: 'POST' }, not POST."],
  [{ status: 200 }, '`status` is called `statusCode`.'],
  [
    { methdo: 'POST' },
    '`methdo` is not a member of a pattern: there are method, path, query, headers, body, json, jsonIncludes, statusCode, outcome, endpoint, rule, fault.',
  ],
])('the pattern %j is refused, also with `not`', (given, message) => {
  const pattern = given as RequestPattern
  expect(() => expect(orders).toHaveBeenRequestedWith(pattern)).toThrow(message)
  expect(() => expect(orders).not.toHaveBeenRequestedWith(pattern)).toThrow(message)
})

test.each(['1', 1.5, -1, undefined])('%j is refused as a number of requests', (times) => {
  expect(() => expect(orders).not.toHaveBeenRequestedTimes(times as number)).toThrow(
    'The number of requests must be an integer from 0 up',
  )
})

test('a request that waits for its response matches as pending', async () => {
  await mock.add({ name: 'orders', data: [], delay: 60_000 })
  const client = new AbortController()
  const response = fetch(orders.url, { signal: client.signal })
  await orders.waitForRequest()
  expect(orders).toHaveBeenRequestedWith({ outcome: 'pending', statusCode: null })
  client.abort()
  await expect(response).rejects.toThrow('aborted')
})

const sentence =
  'TypeError: These matchers take a mock server, an endpoint that it added, or a list of requests: for a server elsewhere, such as that of sharedMockServer(), expect(await mock.requests()).'

test.for([
  ['a URL', 'http://localhost/endpoint/orders'],
  ['null', null],
  ['undefined', undefined],
  ['a promise', Promise.resolve([])],
  ['the client of a server elsewhere', sharedMockServer()],
  ['the handle of one', sharedMockServer().endpoint('orders')],
])('%s is refused by every matcher and by its opposite', ([, received]) => {
  const assertion = expect(received)
  for (const { to } of [{ to: assertion }, { to: assertion.not }]) {
    expect(messageOf(() => to.toHaveBeenRequested())).toBe(sentence)
    expect(messageOf(() => to.toHaveBeenRequestedTimes(1))).toBe(sentence)
    expect(messageOf(() => to.toHaveBeenRequestedWith({}))).toBe(sentence)
    expect(messageOf(() => to.toHaveBeenLastRequestedWith({}))).toBe(sentence)
    expect(messageOf(() => to.toHaveNoUnmatchedRequests())).toBe(sentence)
  }
})

test('the matchers accept a list of requests of a server elsewhere', async () => {
  const shared = sharedMockServer()
  const { url, requests } = await shared.add({ name: 'of-matchers', data: 1 })
  await fetch(url, { method: 'POST', body: '[1]' })
  expect(await requests()).toHaveBeenRequestedTimes(1)
  expect(await shared.requests('of-matchers')).toHaveBeenLastRequestedWith({ json: [1] })
  await shared.remove('of-matchers')
})
