// Rules that record the responses of another service.
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import type { StoredRule } from '../../model/store/store.ts'
import { numbered, serveRecorder as serve } from '../../test/rules/served-recorder.ts'
import { addRule } from '../../test/rules/served-rule.ts'

test('the journal names the rule of a recorded response, which answers after a reset', async () => {
  const { call, get, rules, forwarded, asked } = await serve(numbered())
  expect(await get('/endpoint/orders/a?b=1')).toBe('1')
  const [rule, ...others] = await rules()
  expect(others).toEqual([])
  expect(rule).toMatchObject({
    endpoint: 'orders',
    when: { method: 'GET', path: '/a', queryString: 'b=1' },
    response: { statusCode: 200, data: 1 },
    left: null,
  })
  expect(await forwarded()).toMatchObject({ recorded: rule?.id })
  await call('POST', '/api/reset')
  expect(await get('/endpoint/orders/a?b=1')).toBe('1')
  expect(asked).toHaveLength(1)
  expect(await get('/endpoint/orders/a?b=2')).toBe('2')
  expect(asked).toHaveLength(2)
})

test('recorded responses are given in turn after a reset, and not before', async () => {
  const statuses = ['pending', 'pending', 'done', 'done']
  let asked = 0
  const { call, get, rules } = await serve(() => Response.json(statuses[asked++]))
  for (const status of statuses) expect(await get('/endpoint/orders')).toBe(JSON.stringify(status))
  expect(await rules()).toMatchObject([
    { responses: [{ data: 'pending' }, { data: 'pending' }, { data: 'done' }], repeatLast: true },
  ])
  await call('POST', '/api/reset')
  for (const status of [...statuses, 'done']) {
    expect(await get('/endpoint/orders')).toBe(JSON.stringify(status))
  }
  expect(asked).toBe(4)
})

test('of many equal responses, only as many are recorded as fit into the rule', async () => {
  let asked = 0
  const { get, rules } = await serve(() => Response.json(asked++ < 300 ? 'pending' : 'done'))
  for (let i = 0; i <= 300; i++) await get('/endpoint/orders')
  const [rule] = await rules()
  expect(rule?.responses).toHaveLength(100)
  expect(rule?.responses?.slice(-2)).toMatchObject([{ data: 'pending' }, { data: 'done' }])
})

test('concurrent requests are all recorded', async () => {
  const { call, get, rules } = await serve(numbered())
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/endpoint/orders')))
  const [rule] = await rules()
  expect(rule?.responses).toHaveLength(20)
  await call('POST', '/api/reset')
  const again = await Promise.all(Array.from({ length: 20 }, () => get('/endpoint/orders')))
  expect(again.sort()).toEqual(answers.sort())
})

describe('recordings without the rule that recorded them', () => {
  test('a recording answers after the rule that recorded it is removed', async () => {
    const { call, get } = await serve(numbered())
    await get('/endpoint/orders')
    await call('DELETE', '/api/rule/recorder')
    expect(await get('/endpoint/orders')).toBe('1')
  })

  test('a recording answers after its rule is replaced by one that does not record', async () => {
    const { call, get, rule, asked } = await serve(numbered())
    await get('/endpoint/orders')
    await addRule(call, { ...rule, response: { ...rule.response, record: false } })
    expect([await get('/endpoint/orders'), await get('/endpoint/orders/b')]).toEqual(['1', '2'])
    expect(asked).toHaveLength(2)
  })
})

describe('a recording rule that changes during a request', () => {
  async function serveOpen() {
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const served = await serve(async () => {
      await opened
      return Response.json(1)
    })
    const asking = served.get('/endpoint/orders')
    await expect.poll(() => served.asked).toHaveLength(1)
    return { ...served, asking, open }
  }

  test.each(['/api/rule/recorder', '/api/rule?endpoint=orders'])(
    'a response is recorded even if DELETE %s removes the recording rule meanwhile',
    async (path) => {
      const { call, get, open, asking } = await serveOpen()
      await call('DELETE', path)
      open()
      await asking
      expect(await get('/endpoint/orders')).toBe('1')
    },
  )

  test('a response is recorded even if the recording rule is replaced meanwhile', async () => {
    const { call, get, rule, open, asking, asked } = await serveOpen()
    await addRule(call, { ...rule, response: { ...rule.response, record: false } })
    open()
    await asking
    expect(await get('/endpoint/orders')).toBe('1')
    expect(asked).toHaveLength(1)
  })
})

test('the recordings of a temporary rule answer when it is used up', async () => {
  const { call, get, rule } = await serve(numbered())
  await call('DELETE', '/api/rule/recorder')
  await addRule(call, { ...rule, times: 2 })
  for (const each of ['a', 'b', 'a', 'b']) await get(`/endpoint/orders/${each}`)
  expect([await get('/endpoint/orders/a'), await get('/endpoint/orders/b')]).toEqual(['1', '2'])
})

test('headers of the rule are recorded with those of the other service', async () => {
  const { call, get } = await serve(numbered(), true, {}, { 'X-Own': '1', 'Content-Type': null })
  await get('/endpoint/orders')
  await call('POST', '/api/reset')
  const { headers } = await call('GET', '/endpoint/orders')
  expect([headers.get('x-own'), headers.get('content-type')]).toEqual(['1', null])
})

test('responses that differ only in `x-request-id` are recorded as one', async () => {
  let asked = 0
  const { get, rules } = await serve(() =>
    Response.json('pending', { headers: { 'x-request-id': `${asked++}` } }),
  )
  for (let i = 0; i < 3; i++) await get('/endpoint/orders')
  expect(await rules()).toMatchObject([{ response: { data: 'pending' } }])
})

test('a new recording rule forwards again, and replaces older recordings', async () => {
  const { call, get, rule, rules } = await serve(numbered())
  await get('/endpoint/orders')
  await call('DELETE', '/api/rule/recorder')
  await addRule(call, rule)
  for (const expected of ['2', '3']) {
    expect(await get('/endpoint/orders')).toBe(expected)
    await call('POST', '/api/reset')
  }
  expect(await rules()).toMatchObject([{ response: { data: 3 } }])
})

test('the response of another rule is not recorded', async () => {
  const { call, get, rules } = await serve(numbered())
  await addRule(call, { id: 'own', response: { data: 'own' } })
  expect(await get('/endpoint/orders')).toBe('"own"')
  expect((await rules()).map(({ id }) => id)).toEqual(['own'])
})

test('a recording with an empty body does not send the default response', async () => {
  const { call, get } = await serve(() => new Response('', { status: 201 }))
  await get('/endpoint/orders')
  await call('POST', '/api/reset')
  const response = await call('GET', '/endpoint/orders')
  expect([response.status, await response.text()]).toEqual([201, ''])
})

test.each([
  ['a body of a known length', 'GET', 'done', { 'content-length': '4' }],
  ['no body', 'HEAD', null, { 'content-length': '4' }],
])('a response with %s ends after its recording is stored', async (_, method, body, headers) => {
  const store = createMemoryStore()
  const seen: string[] = []
  const { call } = await serve(() => new Response(body, { headers }), true, {
    store: {
      ...store,
      async putRule(rule) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        await store.putRule(rule)
        seen.push(rule.id)
      },
    },
  })
  const response = await call(method, '/endpoint/orders')
  await response.body?.getReader().read()
  expect(seen.at(-1)).toMatch(`orders-${method.toLowerCase()}-`)
})

test('the 502 for a service that cannot be reached is not recorded', async () => {
  const { call, rules } = await serve(() => Promise.reject(new Error('no such host')))
  expect((await call('GET', '/endpoint/orders')).status).toBe(502)
  expect(await rules()).toEqual([])
})

test('`onRecorded` is called with each recording', async () => {
  const told: StoredRule[] = []
  const { get, rules } = await serve(numbered(), true, { onRecorded: (rule) => told.push(rule) })
  for (const path of ['a', 'b', 'a']) await get(`/endpoint/orders/${path}`)
  expect(told.map(({ endpoint, text }) => [endpoint, JSON.parse(text)])).toMatchObject([
    ['orders', { when: { path: '/a' }, response: { data: 1 } }],
    ['orders', { when: { path: '/b' }, response: { data: 2 } }],
    ['orders', { when: { path: '/a' }, responses: [{ data: 1 }, { data: 3 }] }],
  ])
  const ids = (await rules()).map(({ id }) => id)
  expect(told.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[1]])
  for (const { text } of told) expect(Object.keys(JSON.parse(text))).not.toContain('left')
})

test('links in a recording follow the host of a request, and its body is unchanged', async () => {
  const body = `{"$seq":true,"a":"\${/method}","b":"${'x'.repeat(70_000)}"}`
  const headers = { location: 'https://api.example.com/7', 'content-type': 'application/json' }
  const { call, fetch } = await serve(() => new Response(body, { status: 201, headers }))
  for (const host of ['a.example', 'b.example']) {
    const response = await fetch({ headers: { host } })
    expect(response.headers.get('location')).toBe(`http://${host}/endpoint/orders/7`)
    expect(await response.text()).toBe(body)
    await call('POST', '/api/reset')
  }
})
