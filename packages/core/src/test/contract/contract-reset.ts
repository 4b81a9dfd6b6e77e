// The contract of POST /api/reset: it ends delays, keeps or removes endpoints, refuses bad bodies.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Send } from '../send.ts'
import { add, ask, expectProblem, type Open } from './contract-service.ts'

const longestDelay = 2_147_483_647
const longestBody = 64 * 1024

function reset(send: Send, body?: BodyInit, headers: HeadersInit = {}): Promise<Response> {
  return ask(send, '/api/reset', { method: 'POST', body: body ?? null, headers })
}

async function names(send: Send): Promise<string[]> {
  const response = await ask(send, '/api/endpoint')
  const { endpoints } = (await response.json()) as { endpoints: { name: string }[] }
  return endpoints.map(({ name }) => name)
}

const refused: readonly [body: string, pointer: string, detail: string][] = [
  ['{"endpoints":"true"}', '/endpoints', 'must be true or false'],
  ['{"endpoints":1}', '/endpoints', 'must be true or false'],
  ['{"endpoints":null}', '/endpoints', 'must be true or false'],
  ['{"endpoints":{"all":true}}', '/endpoints', 'must be true or false'],
  ['{"endpoint":true}', '/endpoint', 'is not one of endpoints, rules: did you mean `endpoints`?'],
  ['{"__proto__":true}', '/__proto__', 'is not one of endpoints, rules'],
  ['{"endpoints":true,"endpoints":true}', '/endpoints', 'is given more than once'],
  ['{"endpoints":true,"endp\\u006fints":true}', '/endpoints', 'is given more than once'],
  ['[]', '', 'must be an object'],
  ['null', '', 'must be an object'],
  ['true', '', 'must be an object'],
  ['"endpoints"', '', 'must be an object'],
]

export function describeReset(name: string, open: Open): void {
  describe(`${name}: reset`, () => {
    test.each([
      [undefined, ['a', 'b']],
      ['', ['a', 'b']],
      [' \n', ['a', 'b']],
      ['{}', ['a', 'b']],
      ['\uFEFF{}', ['a', 'b']],
      ['{"endpoints":false}', ['a', 'b']],
      ['{"endpoints":true}', []],
      [' { "endp\\u006fints" : true } ', []],
    ])('a reset with the body %j leaves the endpoints %j', async (body, left) => {
      const send = await open()
      for (const endpoint of ['a', 'b']) await add(send, { name: endpoint, data: 1 })
      const response = await reset(send, body)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.text()).toBe('{"success":true}')
      expect(await names(send)).toEqual(left)
      expect((await ask(send, '/endpoint/a')).status).toBe(left.length === 0 ? 404 : 200)
    })

    test.each(refused)(
      'a reset with the body %s is refused, and nothing is removed',
      async (body, pointer, detail) => {
        const send = await open()
        await add(send, { name: 'a', data: 1 })
        const problem = await expectProblem(await reset(send, body), 400, 'invalid-options')
        expect(problem['errors']).toEqual([{ pointer, detail }])
        expect(problem['detail']).toContain(detail)
        expect(problem['detail']).toContain('{"endpoints"?: …, "rules"?: …}')
        expect(await names(send)).toEqual(['a'])
      },
    )

    test('a refused reset reports all faults of its body at once', async () => {
      const response = await reset(await open(), '{"endpoints":0,"x":1,"endpoints":2}')
      const { errors } = await expectProblem(response, 400, 'invalid-options')
      const pointers = (errors as { pointer: string }[]).map(({ pointer }) => pointer)
      expect(pointers.sort()).toEqual(['/endpoints', '/endpoints', '/x'])
    })

    test.each([
      ['{"endpoints":true', 1, 18],
      ['{endpoints:true}', 1, 2],
      ['endpoints=true', 1, 1],
    ])('a reset with the body %j is refused as invalid JSON', async (body, line, column) => {
      const send = await open()
      await add(send, { name: 'a', data: 1 })
      const problem = await expectProblem(await reset(send, body), 400, 'invalid-json')
      expect(problem).toMatchObject({ line, column })
      expect(await names(send)).toEqual(['a'])
    })

    test('a reset with a body that is not UTF-8 is refused as invalid JSON', async () => {
      const response = await reset(await open(), Buffer.from('{"\xe9":1}', 'latin1'))
      expect(await expectProblem(response, 400, 'invalid-json')).toMatchObject({ column: 3 })
    })

    test('a reset accepts a body of 64 KiB and refuses a longer one', async () => {
      const send = await open()
      await add(send, { name: 'a', data: 1 })
      expect((await reset(send, '{}'.padEnd(longestBody))).status).toBe(200)
      for (const headers of [{}, { 'content-length': `${longestBody + 1}` }]) {
        const response = await reset(send, '{"endpoints":true}'.padEnd(longestBody + 1), headers)
        const problem = await expectProblem(response, 413, 'body-too-large')
        expect(problem).toMatchObject({ limit: longestBody })
      }
      expect(await names(send)).toEqual(['a'])
    })

    test('a reset with too large a body is refused without mention of maxBody', async () => {
      const response = await reset(await open(), '{}'.padEnd(longestBody + 1))
      const { detail } = await expectProblem(response, 413, 'body-too-large')
      expect(detail).not.toMatch(/max-?body/i)
    })

    test('a reset with a Content-Encoding is refused', async () => {
      const response = await reset(await open(), '{}', { 'content-encoding': 'gzip' })
      await expectProblem(response, 415, 'unsupported-encoding')
    })

    test('/api/reset allows only POST', async () => {
      const send = await open()
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const response = await ask(send, '/api/reset', { method })
        await expectProblem(response, 405, 'method-not-allowed')
        expect(response.headers.get('allow')).toBe('POST')
      }
      const options = await ask(send, '/api/reset', { method: 'OPTIONS' })
      expect(options.status).toBe(204)
      expect(options.headers.get('allow')).toBe('POST')
    })

    test.each([[undefined], ['{"endpoints":true}']])(
      'with the body %j, the responses that are delayed are delay-cancelled, and later ones not',
      async (body) => {
        const send = await open()
        await add(send, { name: 'slow', data: 1, delay: longestDelay })
        let ended = 0
        const waiting = ['GET', 'POST', 'HEAD'].map((method) =>
          ask(send, '/endpoint/slow', { method }).finally(() => ended++),
        )
        // Over a socket, a reset may arrive before the requests.
        for (let tries = 0; ended < waiting.length && tries < 1_000; tries++) {
          expect((await reset(send)).status).toBe(200)
          await setImmediate()
        }
        expect(ended).toBe(waiting.length)
        const [got, posted, head] = await Promise.all(waiting)
        for (const response of [got, posted]) {
          await expectProblem(response as Response, 503, 'delay-cancelled')
        }
        expect(head?.status).toBe(503)

        expect((await reset(send, body)).status).toBe(200)
        await add(send, { name: 'slow', data: 2, delay: 20.5 })
        const asked = performance.now()
        const response = await ask(send, '/endpoint/slow')
        expect(performance.now() - asked).toBeGreaterThanOrEqual(20.5)
        expect(await response.text()).toBe('2')
      },
    )

    test('it is behind Host, Origin and token', async () => {
      const send = await open({ token: 'secret' })
      const authorization = 'Bearer secret'
      await add(send, { name: 'a', data: 1 }, { authorization })
      const strangers: [status: number, code: string, headers: Record<string, string>][] = [
        [403, 'host-not-allowed', { host: 'evil.example', authorization }],
        [403, 'origin-not-allowed', { origin: 'https://evil.example', authorization }],
        [401, 'token-required', {}],
        [401, 'token-required', { authorization: 'Bearer other' }],
      ]
      for (const [status, code, headers] of strangers) {
        await expectProblem(await reset(send, '{"endpoints":true}', headers), status, code)
      }
      expect((await ask(send, '/endpoint/a')).status).toBe(200)
      const response = await reset(send, '{"endpoints":true}', { authorization })
      expect(response.status).toBe(200)
      expect((await ask(send, '/endpoint/a')).status).toBe(404)
    })
  })
}
