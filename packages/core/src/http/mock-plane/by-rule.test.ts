// Faults, bodies in pieces, temporary rules and the seed.
import { describe, expect, test } from 'vitest'
import { handClock, settle } from '../../test/hand-clock.ts'
import { addRule, codeOf, serveRule } from '../../test/rules/served-rule.ts'

describe('faults', () => {
  test('a fault is recorded with the status that was sent, if any', async () => {
    const responses = [{ fault: 'reset' }, { fault: 'truncate', statusCode: 201 }]
    const { fetch, requests } = await serveRule({ responses })
    await expect(fetch()).rejects.toThrow('fetch failed')
    const cut = await fetch()
    expect(cut.headers.get('content-length')).toBe('3')
    await expect(cut.text()).rejects.toThrow('terminated')
    expect(await requests()).toMatchObject([
      { outcome: 'answered', fault: 'reset', statusCode: null },
      { outcome: 'answered', fault: 'truncate', statusCode: 201 },
    ])
  })

  test('a fault comes after the delay', async () => {
    const clock = handClock()
    const { fetch } = await serveRule({ response: { fault: 'close', delay: 70 } }, { clock })
    const answer = fetch()
    await settle()
    expect(clock.waits).toEqual([70])
    const refused = expect(answer).rejects.toThrow('fetch failed')
    await clock.fire()
    await refused
  })

  test('the fault hang sends nothing until the client disconnects', async () => {
    const { fetch, requests } = await serveRule({ response: { fault: 'hang' } })
    const client = new AbortController()
    const answer = fetch({ signal: client.signal })
    await settle()
    expect(await requests()).toMatchObject([{ outcome: 'pending' }])
    client.abort()
    await answer
    const aborted = { outcome: 'aborted', statusCode: null, fault: 'hang' }
    expect(await requests()).toMatchObject([aborted])
  })
})

describe('a body in pieces', () => {
  const chunks = [{ body: 'a', delay: 10 }, { body: 'b' }, { body: 'c', delay: 20 }]

  test('a body in pieces waits before each piece that has a delay', async () => {
    const clock = handClock()
    const { fetch, requests } = await serveRule({ response: { chunks, delay: 5 } }, { clock })
    const answer = fetch()
    await settle()
    await clock.fire()
    const text = (await answer).text()
    await settle()
    await clock.fire()
    expect(await requests()).toMatchObject([{ outcome: 'pending' }])
    await clock.fire()
    expect(await text).toBe('abc')
    expect(clock.waits).toEqual([5, 10, 20])
    expect(await requests()).toMatchObject([{ outcome: 'answered', statusCode: 200 }])
  })

  test('a body in pieces ends when its client disconnects', async () => {
    const clock = handClock()
    const { fetch, requests } = await serveRule({ response: { chunks } }, { clock })
    const client = new AbortController()
    const answer = await fetch({ signal: client.signal })
    const text = expect(answer.text()).rejects.toThrow()
    client.abort()
    await text
    expect(clock.pending()).toBe(0)
    expect(await requests()).toMatchObject([{ outcome: 'aborted' }])
  })

  test('a body in pieces breaks off at a reset', async () => {
    const { call, fetch } = await serveRule({
      response: { chunks: [{ body: 'a' }, { body: 'b', delay: 60_000 }] },
    })
    const answer = await fetch()
    const text = expect(answer.text()).rejects.toThrow('terminated')
    await call('POST', '/api/reset')
    await text
  })

  test('a body with a speed is sent in one piece per tenth of a second', async () => {
    const clock = handClock()
    const answer = { body: 'x'.repeat(25), bytesPerSecond: 100 }
    const { fetch } = await serveRule({ response: answer }, { clock })
    const text = fetch().then((response) => response.text())
    for (let i = 0; i < 4; i++) {
      await settle()
      await clock.fire()
    }
    expect(await text).toBe('x'.repeat(25))
    expect(clock.waits).toEqual([100, 100, 50])
  })

  test('the fault truncate sends half of a body in pieces', async () => {
    const pieces = [{ body: 'a' }, { body: 'b' }, { body: 'c' }, { body: 'd' }]
    const { fetch } = await serveRule({ response: { chunks: pieces, fault: 'truncate' } })
    const reader = (await fetch()).body?.getReader()
    let text = ''
    const all = async (): Promise<void> => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) return
        text += new TextDecoder().decode(value)
      }
    }
    await expect(all()).rejects.toThrow('terminated')
    expect(text).toBe('ab')
  })
})

describe('temporary rules', () => {
  test('a rule for 100 requests answers exactly 100 of 1,000 concurrent requests', async () => {
    const { fetch, call } = await serveRule({ id: 'a', times: 100, response: { statusCode: 503 } })
    const responses = await Promise.all(Array.from({ length: 1000 }, () => fetch()))
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(100)
    const rule = await call('GET', '/api/rule/a')
    expect(await rule.json()).toMatchObject({ used: 100, left: 0 })
    expect(await (await call('GET', '/api/rule')).json()).toEqual({ rules: [], next: null })
  })

  test('a reset removes temporary rules, and permanent ones only with `rules`', async () => {
    const { call, fetch } = await serveRule({ times: 1, response: { data: 'next' } })
    await addRule(call, { id: 'permanent', response: { data: 'permanent' } })
    await call('POST', '/api/reset')
    expect(await (await fetch()).text()).toBe('"permanent"')
    await call('POST', '/api/reset', { rules: true })
    expect(await (await fetch()).text()).toBe('[1]')
    expect(await codeOf(call('GET', '/api/rule/permanent'))).toBe('rule-not-found')
  })

  test('temporary and permanent rules are removed with their endpoint', async () => {
    const { call } = await serveRule({ times: 1, response: {} })
    await addRule(call, { response: {} })
    await call('DELETE', '/api/endpoint/orders')
    expect(await (await call('GET', '/api/rule')).json()).toEqual({ rules: [], next: null })
  })
})

describe('the seed', () => {
  test('the seed decides which requests a chance answers, and how long delays are', async () => {
    const run = async (seed: number): Promise<unknown> => {
      const clock = handClock()
      const answer = { statusCode: 503, delay: [1, 100] }
      const { fetch } = await serveRule({ chance: 0.3, response: answer }, { seed, clock })
      const statuses = []
      for (let i = 0; i < 40; i++) {
        const asked = fetch()
        await settle()
        await clock.fire()
        statuses.push((await asked).status)
      }
      return { statuses, waits: clock.waits }
    }
    const first = await run(1)
    expect(await run(1)).toEqual(first)
    expect(await run(2)).not.toEqual(first)
  })

  test('the health response includes the seed', async () => {
    const { call } = await serveRule({ response: {} }, { seed: 42 })
    expect(await (await call('GET', '/api/health')).json()).toMatchObject({ seed: 42, rules: 1 })
  })
})
