// Guesses of users who have not read the documentation: they work, or the message shows what works.
import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../mock.ts'
import { guesses } from './guesses.ts'

/** Resolves to the message with which `add` refuses this endpoint. */
async function refusedAdd(mock: Mock, endpoint: object): Promise<string> {
  const refused = await mock.add(endpoint as never).then(undefined, (error: Error) => error)
  expect(refused).toMatchObject({ code: 'invalid-endpoint' })
  return (refused as Error).message
}

async function seen(mock: Mock, path: string, init?: RequestInit): Promise<unknown> {
  const response = await mock.fetch(`/endpoint/${path}`, init)
  const text = await response.text()
  const { status } = response
  return { status, text, a: response.headers.get('x-a') }
}

test('conditions for texts may be regular expressions', async () => {
  const mock = await createMock()
  const orders = mock.endpoint('orders')
  await orders.when({ path: '/:id', params: { id: /^\d+$/ } }, { data: 'number' })
  await orders.when({ body: /^error: .*disk/i }, { data: 'disk' })
  await orders.when({ jsonAt: { '/customer/email': /@example\.com$/ } }, { data: 'example' })
  await orders.when({ form: { grant_type: /^(password|refresh_token)$/ } }, { data: 'token' })
  const form = new FormData()
  form.set('grant_type', 'password')
  expect(await seen(mock, 'orders/12')).toMatchObject({ text: '"number"' })
  expect(await seen(mock, 'orders', { method: 'POST', body: form })).toMatchObject({
    text: '"token"',
  })
  for (const [body, text] of [
    ['Error: the disk is full', '"disk"'],
    ['{"customer":{"email":"a@example.com"}}', '"example"'],
  ] as const) {
    expect(await seen(mock, 'orders', { method: 'POST', body })).toMatchObject({ text })
  }
  expect(await seen(mock, 'orders/x')).toMatchObject({
    text: expect.stringContaining(
      'whose form field `grant_type` is a text that matches ^(password|refresh_token)$, not nothing',
    ),
  })
})

describe('an endpoint with members of a rule', () => {
  test.each<[endpoint: object, path: string, init: RequestInit, want: object]>([
    [{ name: 'a', data: [1], headers: { 'x-a': 'b' } }, 'a', {}, { text: '[1]', a: 'b' }],
    [{ name: 'a', data: 1, method: 'POST' }, 'a', { method: 'POST' }, { text: '1' }],
    [{ name: 'a', data: 1, method: 'POST' }, 'a', {}, { status: 404 }],
    [{ name: 'v1/x', data: 1, statusCode: 201 }, 'v1/x', {}, { status: 201, text: '1' }],
    [{ name: '/v1/x/{id}/', data: 1 }, 'v1/x/7', {}, { text: '1' }],
    [{ name: 'a', path: '/:id', data: 1 }, 'a/7', {}, { text: '1' }],
    [{ name: 'a', data: 1, query: { page: 2 } }, 'a?page=2', {}, { text: '1' }],
    [{ name: 'a', body: 'text' }, 'a', {}, { text: 'text' }],
    [{ name: 'a', body: { a: 1 } }, 'a', {}, { text: '{"a":1}' }],
    [{ name: 'it\'s "a"', responses: [{ data: 1 }] }, 'it%27s%20%22a%22', {}, { text: '1' }],
    [{ name: 'a', when: { method: 'PUT' }, data: 1 }, 'a', { method: 'PUT' }, { text: '1' }],
    [{ name: 'a', response: { statusCode: 503 } }, 'a', {}, { status: 503 }],
    [{ name: 'a', data: 1, times: 1, chance: 1 }, 'a', {}, { text: '1' }],
  ])(
    'the refusal of endpoint %j proposes a rule that works',
    async (endpoint, path, init, want) => {
      const mock = await createMock()
      const message = await refusedAdd(mock, endpoint)
      const [, line = ''] = /As a rule: (mock\..*)$/.exec(message) ?? []
      await new Function('mock', `return ${line}`)(mock)
      expect(await seen(mock, path, init)).toMatchObject(want)
    },
  )

  test('the refusal of an add by HTTP proposes an HTTP call that adds a rule', async () => {
    const mock = await createMock()
    const body = '{"name":"a","data":12345678901234567890,"headers":{"x-a":"b"}}'
    const response = await mock.fetch('/api/endpoint/add', { method: 'PUT', body })
    const { detail } = (await response.json()) as { detail: string }
    const [, method = '', path = '', rule = ''] =
      /As a rule: (PUT) (\/\S+) (\{.*\})$/.exec(detail) ?? []
    expect((await mock.fetch(path, { method, body: rule })).status).toBe(200)
    expect(await seen(mock, 'a')).toMatchObject({ text: '12345678901234567890', a: 'b' })
  })

  test.each([
    [{ name: 'a', data: 1, fault: 'timeout' }, '/response/fault must be one of reset', '`hang`?'],
    [{ name: 'a', data: 1, body: {} }, '/response', 'body'],
    [{ name: 'a', data: 1, times: '3' }, '/times must be', 'write 3'],
  ])(
    'the refusal of endpoint %j explains why it would be refused as a rule too',
    async (endpoint, ...why) => {
      const message = await refusedAdd(await createMock(), endpoint)
      expect(message).not.toContain('mock.endpoint(')
      const [, asRule] = message.split('A rule would be refused too: ')
      for (const words of why) expect(asRule).toContain(words)
    },
  )

  test('a refusal with other faults proposes no rule, and long data is not repeated', async () => {
    const mock = await createMock()
    const headers = { 'x-a': 'b' }
    expect(await refusedAdd(mock, { name: 'a', data: 1, headers, delay: -1 })).not.toMatch('As a')
    for (const name of ['', '/', 'a\n', 7, undefined, 'x'.repeat(300)]) {
      expect(await refusedAdd(mock, { name, data: 1, headers })).not.toMatch('As a')
    }
    const long = await refusedAdd(mock, { name: 'a', data: 'x'.repeat(10_000), headers })
    expect(long.length).toBeLessThan(1000)
  })
})

describe('the hints for wrong guesses', () => {
  test('there are at least sixty wrong guesses with hints', () => {
    expect(guesses.length).toBeGreaterThanOrEqual(60)
  })

  test.each(guesses)(
    'a PUT to %s of %j is refused with a hint that works: %s',
    async (path, guess, hint, meant) => {
      const mock = await createMock()
      const send = (body: object): Promise<Response> =>
        mock.fetch(path, { method: 'PUT', body: JSON.stringify(body) })
      const refused = await send(guess)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ detail: expect.stringContaining(hint) })
      expect((await send(meant)).status).toBe(200)
      // The words of the hint are in the body that was meant.
      for (const [, word = ''] of hint.matchAll(/`([^`]+)`|(?<=write )(\d\S*)/g)) {
        expect(JSON.stringify(meant)).toContain(word)
      }
    },
  )
})

test('an unknown member or fault is refused with the list of known ones', async () => {
  const mock = await createMock()
  expect(await refusedAdd(mock, { name: 'a', data: 1, status: 503 })).toContain(
    '/status is not one of name, data, statusCode, delay: did you mean `statusCode`?',
  )
  await expect(mock.endpoint('a').once({ fault: 7 } as never)).rejects.toThrow(
    'must be one of reset, close, truncate, malformed, hang.',
  )
})

test('numbers and booleans stand for their text, in conditions and in headers', async () => {
  const mock = await createMock()
  const when = { query: { page: 2, big: true }, headers: { 'x-count': 3 } }
  await mock.endpoint('a').when(when, { headers: { 'x-a': 5 }, data: 'found' })
  const init = { headers: { 'x-count': '3' } }
  expect(await seen(mock, 'a?page=2&big=true', init)).toMatchObject({ text: '"found"', a: '5' })
  expect(await seen(mock, 'a?page=3&big=true', init)).toMatchObject({ status: 404 })
  const rule = '{"endpoint":"b","when":{"query":{"n":1.0,"m":-12345678901234567890}},"response":{}}'
  await mock.fetch('/api/rule/add', { method: 'PUT', body: rule })
  expect(await seen(mock, 'b?n=1.0&m=-12345678901234567890')).toMatchObject({ status: 200 })
  const twice = '{"endpoint":"c","when":{"query":{"n":1,"n":"2"}},"response":{}}'
  await mock.fetch('/api/rule/add', { method: 'PUT', body: twice })
  expect(await seen(mock, 'c?n=2')).toMatchObject({ status: 200 })
})
