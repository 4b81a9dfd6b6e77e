// Responses that a rule should record but cannot. The journal has the reason.
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import { numbered, serveRecorder as serve } from '../../test/rules/served-recorder.ts'

describe('responses that cannot be recorded', () => {
  test('a response that is too long is not recorded', async () => {
    const long = 'x'.repeat(301)
    const { get, rules, forwarded } = await serve(() => new Response(long), true, { maxBody: 300 })
    expect(await get('/endpoint/orders')).toBe(long)
    expect(await rules()).toEqual([])
    const notRecorded = 'Its response has more than 300 bytes.'
    expect(await forwarded()).toMatchObject({ notRecorded })
  })

  test('a response is not recorded if there is no room for it', async () => {
    const { get, forwarded } = await serve(() => new Response('12345'), true, { pendingBytes: 8 })
    expect(await get('/endpoint/orders')).toBe('12345')
    expect(await forwarded()).toMatchObject({ notRecorded: 'There was no room for its response.' })
  })

  test('a response is not recorded if no rule can match its request', async () => {
    const { get, forwarded } = await serve(numbered())
    await get(`/endpoint/orders/${'a'.repeat(3000)}`)
    const notRecorded = expect.stringContaining('must be at most 2048 characters long')
    expect(await forwarded()).toMatchObject({ notRecorded })
  })

  test('the 101st response of a recording is not recorded', async () => {
    const { call, get, rules, forwarded } = await serve(numbered())
    for (let i = 1; i <= 101; i++) expect(await get('/endpoint/orders')).toBe(`${i}`)
    expect((await rules())[0]?.responses).toHaveLength(100)
    expect(await forwarded()).toMatchObject({ notRecorded: 'Its rule has 100 responses already.' })
    await call('POST', '/api/reset')
    expect(await get('/endpoint/orders')).toBe('1')
  })

  test('a response is not recorded if the store fails', async () => {
    const store = createMemoryStore()
    const told: unknown[] = []
    let isBroken = false
    const { get, forwarded, call } = await serve(numbered(), true, {
      store: {
        ...store,
        putRule: (rule) => (isBroken ? Promise.reject(new Error('no disk')) : store.putRule(rule)),
      },
      onError: (error) => void told.push(error),
    })
    isBroken = true
    expect(await get('/endpoint/orders')).toBe('1')
    expect(await forwarded()).toHaveProperty('notRecorded')
    expect(told).toEqual([new Error('no disk')])
    await call('POST', '/api/reset')
    expect(await get('/endpoint/orders')).toBe('2')
  })

  test('a response that breaks off is not recorded', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half'))
        controller.error(new Error('gone'))
      },
    })
    const { get, rules, forwarded } = await serve(() => new Response(body))
    await get('/endpoint/orders').catch(() => {})
    expect(await rules()).toEqual([])
    expect(await forwarded()).toMatchObject({ notRecorded: 'Its response broke off.' })
  })

  test('a response is not recorded if its client disconnects', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    })
    const { call, rules, forwarded } = await serve(() => new Response(endless))
    const { body } = await call('GET', '/endpoint/orders')
    await body?.cancel()
    const notRecorded = 'Its client left before the end of its response.'
    await expect.poll(forwarded).toMatchObject({ notRecorded })
    expect(await rules()).toEqual([])
  })
})
