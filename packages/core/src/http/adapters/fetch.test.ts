import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore } from '../../memory.ts'
import type { Clock } from '../../model/time/clock.ts'
import { ForeignSignal, initWith, StrictRequest } from '../../test/foreign-signal.ts'
import { createApp } from '../app.ts'
import { createFetch } from './fetch.ts'

const reason = new Error('I have no time.')

interface TestClock extends Clock {
  readonly timers: Map<number, () => void>
}

/** Timers that fire only when a test calls them. */
function createTestClock(): TestClock {
  const timers = new Map<number, () => void>()
  let last = 0
  return {
    timers,
    now: () => 0,
    time: () => 0,
    setTimeout(callback) {
      timers.set(++last, callback)
      return last
    },
    clearTimeout: (timer) => void timers.delete(Number(timer)),
  }
}

/** Creates a fetch to an app that records its requests. */
function echo(baseUrl?: string) {
  const requests: Request[] = []
  const app = {
    fetch(request: Request) {
      requests.push(request)
      return new Response('echo')
    },
  }
  return { fetch: createFetch(app, baseUrl), requests }
}

/** Creates a fetch to an app with the endpoints `slow` and `quick`, and the clock of delays. */
async function open() {
  const clock = createTestClock()
  const fetch = createFetch(createApp({ store: createMemoryStore(), clock }))
  for (const body of ['{"name":"slow","data":1,"delay":9}', '{"name":"quick","data":2}']) {
    await fetch('/api/endpoint/add', { method: 'PUT', body })
  }
  return { fetch, clock }
}

/** Runs everything that does not wait for a timer. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await setImmediate()
}

const listenersOf = (signal: EventTarget): number => getEventListeners(signal, 'abort').length

describe('createFetch', () => {
  test.each([
    ['/endpoint/a?b=c', undefined, 'http://localhost/endpoint/a?b=c'],
    ['endpoint/a', undefined, 'http://localhost/endpoint/a'],
    ['/endpoint/%2e%20', 'http://127.0.0.1:16540/', 'http://127.0.0.1:16540/endpoint/%2e%20'],
    ['?a', 'http://localhost:1/x/y', 'http://localhost:1/x/y?a'],
    ['https://mocks.example:8443/a', 'http://localhost:1', 'https://mocks.example:8443/a'],
    [new URL('http://localhost:9/a'), 'http://localhost:1', 'http://localhost:9/a'],
    [new Request('http://localhost:9/a'), 'http://localhost:1', 'http://localhost:9/a'],
  ])('createFetch resolves %s against the base URL %s', async (input, baseUrl, url) => {
    const { fetch, requests } = echo(baseUrl)
    expect(await (await fetch(input)).text()).toBe('echo')
    expect(requests.map((request) => request.url)).toEqual([url])
  })

  test('createFetch rejects an invalid URL without calling the app', async () => {
    const { fetch, requests } = echo()
    await expect(fetch('http://')).rejects.toThrow(TypeError)
    expect(requests).toEqual([])
  })

  test('createFetch calls the app, whatever the host in the URL', async () => {
    const { fetch } = await open()
    expect(await (await fetch('https://shop.example/endpoint/quick')).text()).toBe('2')
  })

  test('createFetch passes on method, headers and body', async () => {
    const { fetch, requests } = echo()
    await fetch('/a', { method: 'put', headers: { 'X-Id': '1' }, body: 'é' })
    const [request] = requests
    expect(request?.method).toBe('PUT')
    expect(request?.headers.get('x-id')).toBe('1')
    expect(await request?.text()).toBe('é')
  })

  test('createFetch passes on a Request, and the init overrides it', async () => {
    const { fetch, requests } = echo()
    const init = { method: 'POST', headers: { a: '1', b: '1' }, body: 'one' }
    const input = (): Request => new Request('http://localhost/a', init)
    await fetch(input())
    await fetch(input(), { method: 'PATCH', headers: { b: '2' }, body: 'two' })
    const [first, second] = requests
    expect([first?.method, first?.headers.get('a'), await first?.text()]).toEqual([
      'POST',
      '1',
      'one',
    ])
    expect(second?.method).toBe('PATCH')
    expect([second?.headers.get('a'), second?.headers.get('b')]).toEqual([null, '2'])
    expect(await second?.text()).toBe('two')
  })

  test('createFetch rejects with the error that the app throws', async () => {
    const fail = (): never => {
      throw reason
    }
    const { signal } = new AbortController()
    for (const app of [{ fetch: fail }, { fetch: async () => fail() }]) {
      await expect(createFetch(app)('/')).rejects.toBe(reason)
      await expect(createFetch(app)('/', { signal })).rejects.toBe(reason)
    }
    expect(listenersOf(signal)).toBe(0)
  })
})

describe('a signal of createFetch', () => {
  test('with a signal that has already aborted, the app is not called', async () => {
    const { fetch, requests } = echo()
    const signal = AbortSignal.abort(reason)
    const calls = [
      fetch('/a', { signal }),
      fetch(new Request('http://localhost/a', { signal })),
      fetch(new Request('http://localhost/a'), { signal }),
    ]
    await Promise.all(calls.map((call) => expect(call).rejects.toBe(reason)))
    expect(requests).toEqual([])
  })

  test.each(['init', 'Request', 'init over a Request'])(
    'an abort of the signal in the %s ends a delay, and clears its timer',
    async (where) => {
      const { fetch, clock } = await open()
      const controller = new AbortController()
      const { signal } = controller
      const url = 'http://localhost/endpoint/slow'
      const calls: Record<string, () => Promise<Response>> = {
        init: () => fetch(url, { signal }),
        Request: () => fetch(new Request(url, { signal })),
        'init over a Request': () =>
          fetch(new Request(url, { signal: new AbortController().signal }), { signal }),
      }
      const answer = calls[where]?.()
      await settle()
      expect(clock.timers.size).toBe(1)
      controller.abort(reason)
      expect(clock.timers.size).toBe(0)
      await expect(answer).rejects.toBe(reason)
    },
  )

  test('an abort after the response has no effect', async () => {
    const { fetch, clock } = await open()
    const controller = new AbortController()
    const answer = fetch('/endpoint/slow', { signal: controller.signal })
    await settle()
    for (const fire of clock.timers.values()) fire()
    const response = await answer
    controller.abort(reason)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('1')
  })

  test('a call leaves no listener on its signal, however it ends', async () => {
    const { fetch } = await open()
    const controller = new AbortController()
    const { signal } = controller
    for (let i = 0; i < 20; i++) await fetch('/endpoint/quick', { signal })
    expect(listenersOf(signal)).toBe(0)
    const request = new Request('http://localhost/endpoint/quick', { signal })
    const before = listenersOf(signal)
    await fetch(request)
    expect(listenersOf(signal)).toBe(before)
    const slow = fetch('/endpoint/slow', { signal })
    await settle()
    controller.abort(reason)
    await expect(slow).rejects.toBe(reason)
    expect(listenersOf(signal)).toBe(0)
  })

  test('a null signal in the init replaces the signal of the Request', async () => {
    const { fetch } = await open()
    const signal = AbortSignal.abort(reason)
    const request = new Request('http://localhost/endpoint/quick', { signal })
    expect((await fetch(request, { signal: null })).status).toBe(200)
  })

  test('a signal from another realm aborts a call, although Request refuses it', async () => {
    const { fetch, clock } = await open()
    const signal = new ForeignSignal()
    vi.stubGlobal('Request', StrictRequest)
    onTestFinished(() => {
      vi.unstubAllGlobals()
    })
    expect(() => new Request('http://localhost/', initWith(signal))).toThrow(TypeError)
    expect((await fetch('/endpoint/quick', initWith(signal))).status).toBe(200)
    const answer = fetch('/endpoint/slow', initWith(signal))
    await settle()
    signal.abort(reason)
    expect(clock.timers.size).toBe(0)
    await expect(answer).rejects.toBe(reason)
    expect(listenersOf(signal)).toBe(0)
    await expect(fetch('/endpoint/quick', initWith(signal))).rejects.toBe(reason)
  })

  test('aborted calls reject even if promises run between listeners, as in browsers', async () => {
    const { fetch } = await open()
    const signal = new ForeignSignal()
    const listeners: (() => void)[] = []
    signal.addEventListener = (_: string, listener: unknown) => {
      listeners.push(listener as () => void)
    }
    const answer = fetch('/endpoint/slow', initWith(signal))
    const ended = answer.then(({ status }) => status).catch((error: unknown) => error)
    await settle()
    signal.abort(reason)
    for (const listener of listeners) {
      listener()
      await settle()
    }
    expect(await ended).toBe(reason)
  })
})
