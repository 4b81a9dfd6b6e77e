// Rules that forward requests to another service.
import { describe, expect, test } from 'vitest'
import { createJournal } from '../../journal/journal.ts'
import type { RecordedRequest } from '../../model/http/request.ts'
import { handClock, settle } from '../../test/hand-clock.ts'
import { never, serveForward as serve } from '../../test/rules/served-forward.ts'
import { addRule } from '../../test/rules/served-rule.ts'

test('a forwarded request gets the response of the other service, and is recorded', async () => {
  const body = new Uint8Array([0, 255, 10])
  const headers = [
    ['x-b', '1'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['connection', 'x-gone'],
    ['x-gone', '1'],
  ] as [string, string][]
  const { fetch, asked, requests } = await serve(() => new Response(body, { status: 418, headers }))
  const sent = {
    'Content-Type': 'a/b',
    connection: 'x-mine, close',
    'x-mine': '1',
    te: 'trailers',
    expect: '100-continue',
  }
  const response = await fetch({ method: 'POST', body: '{"a": 1.10}', headers: sent })
  expect(response.status).toBe(418)
  expect([...response.headers]).toEqual(headers.slice(0, 3).sort())
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(body)
  const [request] = asked
  expect(request).toMatchObject({
    target: '/base',
    method: 'POST',
  })
  expect(request?.headers).toEqual(['content-type', 'a/b'])
  expect(new TextDecoder().decode(request?.body)).toBe('{"a": 1.10}')
  const forwarded = { to: 'https://api.example.com/base', durationMs: expect.any(Number) }
  expect(await requests()).toMatchObject([{ statusCode: 418, outcome: 'answered', forwarded }])
})

test.each([
  ['/base', '/endpoint/orders', '/base'],
  ['/base/', '/endpoint/orders', '/base/'],
  ['/base/', '/endpoint/orders/', '/base/'],
  ['', '/endpoint/orders', '/'],
  ['', '/endpoint/orders?a', '/?a'],
  ['/base', '/endpoint/orders/a%2Fb/%c3%a9//?q=%41&q=+', '/base/a%2Fb/%c3%a9//?q=%41&q=+'],
])('with the base path %s, %s is forwarded to %s', async (base, path, target) => {
  const response = { forward: `https://api.example.com${base}` }
  const { call, asked } = await serve(() => new Response(), response)
  await call('GET', path)
  expect(asked[0]?.target).toBe(target)
})

test('a rule that is tried first answers instead of the other service', async () => {
  const { call, fetch, asked } = await serve(() => new Response('real'))
  const third = [{ statusCode: 402, data: { error: 'declined' } }]
  await addRule(call, { when: { method: 'POST', json: { n: 3 } }, responses: third })
  const answers = []
  for (const n of [1, 2, 3, 4]) {
    answers.push((await fetch({ method: 'POST', body: JSON.stringify({ n }) })).status)
  }
  expect(answers).toEqual([200, 200, 402, 200])
  expect(asked).toHaveLength(3)
})

test('the headers of the rule override those of the other service', async () => {
  const headers = { 'X-A': 'mine', 'x-b': null, 'x-d': ['1', '2'] }
  const given = { headers: { 'x-a': 'theirs', 'x-b': '1', 'x-c': '1' } }
  const { fetch } = await serve(() => new Response('', given), { headers })
  const response = await fetch()
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-a': 'mine',
    'x-c': '1',
    'x-d': '1, 2',
  })
  expect(response.headers.has('x-b')).toBe(false)
})

test('CORS headers of a forwarded response come from this service, not the other one', async () => {
  const headers = { 'access-control-allow-origin': 'https://app.example', 'x-total': '7' }
  const { fetch } = await serve(() => new Response('', { headers }))
  const origin = 'http://localhost:5173'
  const response = await fetch({ headers: { origin } })
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-expose-headers')).toContain('x-total')
  const foreign = await fetch({ headers: { origin: 'https://app.example' } })
  expect(foreign.headers.has('access-control-allow-origin')).toBe(false)
})

test('a hold and a delay come before forwarding, and a release may replace it', async () => {
  const clock = handClock()
  const given = { delay: 30, hold: true }
  const { call, fetch, asked } = await serve(() => new Response('real'), given, { clock })
  const first = fetch({ method: 'POST', body: 'a' })
  await settle()
  await call('POST', '/api/request/1/release')
  await settle()
  expect([clock.waits, asked]).toEqual([[30], []])
  await clock.fire()
  expect(await (await first).text()).toBe('real')
  const second = fetch()
  await settle()
  await call('POST', '/api/request/2/release', { statusCode: 503, delay: 0 })
  expect((await second).status).toBe(503)
  expect(asked).toHaveLength(1)
})

describe('a forwarded request that ends early', () => {
  test('a client that disconnects before the response aborts the forwarded request', async () => {
    const { fetch, aborted, requests } = await serve(never)
    const client = new AbortController()
    const response = fetch({ signal: client.signal })
    await settle()
    expect(aborted()).toBe(false)
    client.abort()
    await response
    expect(aborted()).toBe(true)
    const forwarded = { to: 'https://api.example.com/base', durationMs: expect.any(Number) }
    expect(await requests()).toMatchObject([{ outcome: 'aborted', forwarded }])
  })

  /** Returns a body with its first piece, and the controller for the rest. */
  function pieces(): { body: ReadableStream; source: ReadableStreamDefaultController } {
    let source: ReadableStreamDefaultController | undefined
    const body = new ReadableStream({
      start(controller) {
        source = controller
      },
    })
    if (!source) throw new Error('a stream begins at once')
    source.enqueue(new TextEncoder().encode('half'))
    return { body, source }
  }

  async function ended(requests: () => Promise<RecordedRequest[]>): Promise<RecordedRequest> {
    await settle()
    const [request] = await requests()
    if (!request) throw new Error('the request is recorded')
    return request
  }

  test('a client that disconnects during the body aborts the forwarded request', async () => {
    const { body } = pieces()
    const { fetch, aborted, requests } = await serve(() => new Response(body))
    const client = new AbortController()
    const response = await fetch({ signal: client.signal })
    const text = expect(response.text()).rejects.toThrow()
    client.abort()
    await text
    expect(aborted()).toBe(true)
    expect(await ended(requests)).toMatchObject({ outcome: 'aborted' })
  })

  test('a response that the other service breaks off is recorded with its first part', async () => {
    const { body, source } = pieces()
    const journal = createJournal()
    const { fetch, requests } = await serve(() => new Response(body), {}, { journal })
    const text = expect((await fetch()).text()).rejects.toThrow('terminated')
    source.error(new Error('gone'))
    await text
    const forwarded = { error: 'http_response_incomplete' }
    expect(await ended(requests)).toMatchObject({ outcome: 'answered', statusCode: 200, forwarded })
    expect((await journal.get('1'))?.response).toMatchObject({ body: 'half', bodyBytes: 4 })
  })

  test('forwarding is aborted when this service stops', async () => {
    const { body, source } = pieces()
    const { fetch, stop, aborted, requests } = await serve(() => new Response(body))
    const text = expect((await fetch()).text()).rejects.toThrow('terminated')
    stop()
    expect(aborted()).toBe(true)
    source.error(new Error('aborted'))
    await text
    expect(await ended(requests)).toMatchObject({ outcome: 'aborted' })
  })
})
