// The contract of the mock plane: the responses of /endpoint/{name}.
import { describe, expect, test } from 'vitest'
import { add, ask, expectProblem, type Open } from './contract-service.ts'

const longestDelay = 2_147_483_647

const names = [
  'orders',
  'é',
  '日本語',
  '🎉',
  'a b',
  '100%',
  '%25',
  'a?b#c',
  'a+b',
  "~'()*!",
  '...',
  '__proto__',
  'constructor',
  'add',
]

export function describeMockPlane(name: string, open: Open): void {
  describe(`${name}: mock plane`, () => {
    test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      '%s gets the data byte for byte, with its status',
      async (method) => {
        const send = await open()
        const data = '{"b": 1.10,\n "10": 12345678901234567890, "2":-0 , "2": "\\u00e9é🎉"}'
        await add(send, `{"name":"exact","data":  ${data}  ,"statusCode":418}`)
        const response = await ask(send, '/endpoint/exact', { method })
        expect(response.status).toBe(418)
        expect(await response.text()).toBe(data)
      },
    )

    test('a default response has no headers but type, length, nosniff and no-store', async () => {
      const send = await open()
      await add(send, { name: 'é', data: 'é🎉' })
      const response = await ask(send, '/endpoint/%C3%A9')
      expect(Object.fromEntries(response.headers)).toEqual({
        'content-type': 'application/json',
        'content-length': '8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    })

    test('HEAD gets the headers of GET and no body', async () => {
      const send = await open()
      await add(send, { name: 'orders', data: [1, 2, 3], statusCode: 201 })
      const [got, head] = await Promise.all([
        ask(send, '/endpoint/orders'),
        ask(send, '/endpoint/orders', { method: 'HEAD' }),
      ])
      expect(head.status).toBe(201)
      expect([...head.headers]).toEqual([...got.headers])
      expect(await head.text()).toBe('')
    })

    test('an endpoint accepts a request with a body larger than maxBody', async () => {
      const send = await open({ maxBody: 200 })
      await add(send, { name: 'hook', data: 'thanks', statusCode: 202 })
      const body = 'x'.repeat(200_000)
      const response = await ask(send, '/endpoint/hook', { method: 'POST', body })
      expect(response.status).toBe(202)
      expect(await response.text()).toBe('"thanks"')
    })

    test('the query is not part of the endpoint name', async () => {
      const send = await open()
      await add(send, { name: 'orders', data: 1 })
      expect(await (await ask(send, '/endpoint/orders?page=2')).text()).toBe('1')
    })

    test.each([
      { statusCode: 204, data: null, length: null },
      { statusCode: 204, data: { a: 1 }, length: null },
      { statusCode: 205, data: null, length: '0' },
      { statusCode: 205, data: { a: 1 }, length: '0' },
      { statusCode: 304, data: null, length: null },
      { statusCode: 304, data: { a: 1 }, length: null },
    ])('$statusCode with data $data has no body', async ({ statusCode, data, length }) => {
      const send = await open()
      await add(send, { name: 'empty', data, statusCode })
      for (const method of ['GET', 'HEAD', 'POST']) {
        const response = await ask(send, '/endpoint/empty', { method })
        expect(response.status).toBe(statusCode)
        expect(response.headers.get('content-length')).toBe(length)
        expect(response.headers.get('content-type')).toBeNull()
        expect(await response.text()).toBe('')
      }
    })

    test.each(['GET', 'HEAD', 'POST'])('the delay of a %s never ends early', async (method) => {
      const send = await open()
      await add(send, { name: 'slow', data: 1, statusCode: 503, delay: 20.5 })
      const asked = performance.now()
      const response = await ask(send, '/endpoint/slow', { method })
      expect(performance.now() - asked).toBeGreaterThanOrEqual(20.5)
      expect(response.status).toBe(503)
    })

    test('a delayed request blocks no other, even when its client disconnects', async () => {
      const send = await open()
      await add(send, { name: 'never', data: 1, delay: longestDelay })
      await add(send, { name: 'now', data: 2 })
      const leave = new AbortController()
      const waiting = Promise.allSettled([ask(send, '/endpoint/never', { signal: leave.signal })])
      expect(await (await ask(send, '/endpoint/now')).text()).toBe('2')
      leave.abort()
      await waiting
      expect(await (await ask(send, '/endpoint/now')).text()).toBe('2')
    })

    test('the 404 of an unknown name has up to three near misses, nearest first', async () => {
      const send = await open()
      for (const other of ['orders-archive', 'order', 'orders', 'orderz', 'users']) {
        await add(send, { name: other, data: 1 })
      }
      const problem = await expectProblem(
        await ask(send, '/endpoint/orderss'),
        404,
        'endpoint-not-found',
      )
      expect(problem).toMatchObject({ name: 'orderss', nearMisses: { length: 3, 0: 'orders' } })
    })

    test('the 404 of an unknown name may have no near misses', async () => {
      const send = await open()
      await add(send, { name: 'orders', data: 1 })
      const response = await ask(send, '/endpoint/%C3%A9t%C3%A9', { method: 'POST', body: '{}' })
      const problem = await expectProblem(response, 404, 'endpoint-not-found')
      expect(problem).toMatchObject({ name: 'été', nearMisses: [] })
    })

    test('a mocked 404 has the content type of JSON, not of a problem', async () => {
      const send = await open()
      await add(send, { name: 'gone', data: { code: 'endpoint-not-found' }, statusCode: 404 })
      const response = await ask(send, '/endpoint/gone')
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/json')
    })

    test.each(['%', '%zz', 'a%2', '%e4', '%C3%28', '%ED%A0%80'])(
      'the malformed escape %j in a path is refused on both planes',
      async (segment) => {
        const send = await open()
        for (const path of [`/endpoint/${segment}`, `/api/endpoint/${segment}`]) {
          await expectProblem(await ask(send, path), 400, 'malformed-url')
        }
        const response = await ask(send, `/api/endpoint/${segment}`, { method: 'DELETE' })
        await expectProblem(response, 400, 'malformed-url')
      },
    )

    test.each(names)('the name %j is read, shown and removed at its encoded path', async (name) => {
      const send = await open()
      await add(send, { name, data: { is: name } })
      const segment = encodeURIComponent(name)
      const data = JSON.stringify({ is: name })
      expect(await (await ask(send, `/endpoint/${segment}`)).text()).toBe(data)
      const record = await ask(send, `/api/endpoint/${segment}`)
      expect(await record.json()).toMatchObject({ name })
      const removed = await ask(send, `/api/endpoint/${segment}`, { method: 'DELETE' })
      expect(await removed.json()).toEqual({ success: true, name })
      await expectProblem(await ask(send, `/endpoint/${segment}`), 404, 'endpoint-not-found')
    })

    test.each(['__proto__', 'constructor', 'toString', 'add'])(
      'the name %s is not found when it was not added',
      async (name) => {
        const problem = await expectProblem(
          await ask(await open(), `/endpoint/${name}`),
          404,
          'endpoint-not-found',
        )
        expect(problem).toMatchObject({ name })
      },
    )

    test('an encoded slash is part of the endpoint name', async () => {
      const response = await ask(await open(), '/endpoint/a%2Fb')
      expect(await expectProblem(response, 404, 'endpoint-not-found')).toMatchObject({
        name: 'a/b',
      })
    })
  })
}
