import { describe, expect, test } from 'vitest'
import { settle } from '../../test/hand-clock.ts'
import { addRule, codeOf, serveRule } from '../../test/rules/served-rule.ts'

describe('a held request', () => {
  const holding = { id: 'gate', times: 1, response: { hold: true, statusCode: 202 } }

  test('a held request is pending until released, then gets the response of its rule', async () => {
    const { call, fetch, requests } = await serveRule(holding)
    const response = fetch()
    await settle()
    expect(await requests()).toMatchObject([
      { id: 1, outcome: 'pending', held: true, rule: 'gate' },
    ])
    const released = await call('POST', '/api/request/1/release')
    expect(await released.json()).toEqual({ success: true, id: 1 })
    expect((await response).status).toBe(202)
    const [request] = await requests()
    expect(request).toMatchObject({ outcome: 'answered', statusCode: 202, rule: 'gate' })
    expect(request).not.toHaveProperty('held')
  })

  test('a release can override parts of the response of the rule', async () => {
    const { call, fetch } = await serveRule(holding)
    const response = fetch()
    await settle()
    const over = { data: { late: true }, headers: { 'x-late': '1' } }
    await call('POST', '/api/request/1/release', over)
    const { status, headers } = await response
    expect([status, headers.get('x-late')]).toEqual([202, '1'])
    expect(await (await response).json()).toEqual({ late: true })
  })

  test('a held request can be released with a fault', async () => {
    const { call, fetch } = await serveRule(holding)
    const response = fetch()
    await settle()
    const refused = expect(response).rejects.toThrow('fetch failed')
    await call('POST', '/api/request/release?endpoint=orders', { fault: 'reset' })
    await refused
  })

  test('a held request stays held when its release has an invalid response', async () => {
    const { call, fetch, requests } = await serveRule(holding)
    const response = fetch()
    await settle()
    const refused = await call('POST', '/api/request/1/release', { statusCode: 99 })
    expect(await codeOf(refused)).toBe('invalid-rule')
    expect(await requests()).toMatchObject([{ held: true }])
    await call('POST', '/api/request/1/release')
    expect((await response).status).toBe(202)
  })

  test('only a request that is held can be released, and only once', async () => {
    const { call, fetch } = await serveRule(holding)
    const response = fetch()
    await settle()
    await call('POST', '/api/request/1/release')
    await response
    expect(await codeOf(call('POST', '/api/request/1/release'))).toBe('request-not-held')
    await fetch()
    expect(await codeOf(call('POST', '/api/request/2/release'))).toBe('request-not-held')
    expect(await codeOf(call('POST', '/api/request/9/release'))).toBe('request-not-found')
  })

  test('a release by rule releases all held requests of that rule, and no others', async () => {
    const { call, fetch, requests } = await serveRule({ ...holding, times: 2 })
    await addRule(call, { id: 'other', times: 1, response: { hold: true } })
    const responses = [fetch(), fetch(), fetch()]
    await settle()
    const released = await call('POST', '/api/request/release?rule=gate')
    expect(await released.json()).toEqual({ success: true, released: 2 })
    await Promise.all(responses.slice(0, 2))
    expect((await requests()).map(({ outcome }) => outcome)).toEqual([
      'answered',
      'answered',
      'pending',
    ])
    const rest = await call('POST', '/api/request/release')
    expect(await rest.json()).toEqual({ success: true, released: 1 })
    await responses[2]
  })

  test('a held request ends when its client disconnects, and frees its place', async () => {
    const { call, fetch, requests } = await serveRule(holding, { maxDelayed: 1 })
    const client = new AbortController()
    const response = fetch({ signal: client.signal })
    await settle()
    client.abort()
    expect((await response).status).toBe(499)
    expect(await requests()).toMatchObject([{ outcome: 'aborted' }])
    const released = await call('POST', '/api/request/release')
    expect(await released.json()).toEqual({ success: true, released: 0 })
    await addRule(call, holding)
    const next = fetch()
    await settle()
    await call('POST', '/api/request/release')
    expect((await next).status).toBe(202)
  })

  test.each([
    ['a reset', 'delay-cancelled'],
    ['the end of the service', 'shutting-down'],
  ])('a held request is answered with a problem at %s', async (what, code) => {
    const { call, fetch, stop } = await serveRule(holding)
    const response = fetch()
    await settle()
    if (what === 'a reset') await call('POST', '/api/reset')
    else stop()
    expect(await codeOf(response)).toBe(code)
  })

  test.each([
    ['held', { hold: true }],
    ['left hanging', { fault: 'hang' }],
  ])('a request that is %s does not count as a delayed response', async (_, response) => {
    const { call, fetch } = await serveRule({ id: 'gate', response }, { maxDelayed: 1 })
    await call('PUT', '/api/endpoint/add', { name: 'slow', data: 1, delay: 1 })
    void fetch()
    await settle()
    const refused = await fetch()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({
      code: 'too-many-held',
      detail:
        '1 responses are being held back already: 1 by rule `gate` of `orders`. Release them, or reset.',
      limit: 1,
      rules: [{ rule: 'gate', endpoint: 'orders', held: 1 }],
    })
    expect((await call('GET', '/endpoint/slow')).status).toBe(200)
  })

  test('a reset frees the place of a held request', async () => {
    const { call, fetch } = await serveRule(
      { response: { hold: true, statusCode: 202 } },
      { maxDelayed: 1 },
    )
    const first = fetch()
    await settle()
    await call('POST', '/api/reset')
    expect(await codeOf(first)).toBe('delay-cancelled')
    const second = fetch()
    await settle()
    await call('POST', '/api/request/release')
    expect((await second).status).toBe(202)
  })

  test('10,000 held requests are released together', async () => {
    const { call, fetch } = await serveRule({ response: { hold: true } })
    const responses = Array.from({ length: 10_000 }, () => fetch())
    await settle()
    const released = await call('POST', '/api/request/release')
    expect(await released.json()).toEqual({ success: true, released: 10_000 })
    const statuses = await Promise.all(responses.map(async (response) => (await response).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
