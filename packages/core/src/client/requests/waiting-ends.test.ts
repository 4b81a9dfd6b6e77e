import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestSource, failure, idsOf, openSource } from '../../test/client/request-source.ts'
import { Waiting } from './waiting.ts'

const soon = 20

const messageOf = async (waiting: Promise<unknown>): Promise<string> =>
  ((await failure(waiting)) as Error).message

describe('the timeout of a wait', () => {
  test('the timeout message lists the requests that came instead', async () => {
    const { wait, tell } = openSource()
    tell(1, { body: '{"id":1}' })
    const waiting = wait(1, { where: ({ id }) => id === 2, timeout: soon })
    expect(await messageOf(waiting)).toMatchInlineSnapshot(`
      "No matching request came to \`orders\` in time.
      The wait ended after 20 ms.
      Requests so far (1):
        #1 POST /endpoint/orders → 200 after 1.5 ms, body {"id":1}"
    `)
  })

  test('the timeout message includes how many matching requests came', async () => {
    const { wait, tell } = openSource()
    tell(1)
    expect(await messageOf(wait(2, { timeout: soon + 0.4 }))).toMatchInlineSnapshot(`
      "1 of 2 matching requests came to \`orders\` in time.
      The wait ended after 20 ms.
      Requests so far (1):
        #1 POST /endpoint/orders → 200 after 1.5 ms"
    `)
  })

  test('the timeout message states that there were no requests', async () => {
    expect(await messageOf(openSource().wait(1, { timeout: soon }))).toMatchInlineSnapshot(`
      "No matching request came to \`orders\` in time.
      The wait ended after 20 ms.
      There were no requests at all."
    `)
  })

  test('a wait that times out counts listed requests that its watch missed', async () => {
    const source = createTestSource()
    const waiting = new Waiting(
      {
        ...source,
        async *watch(_, signal) {
          if (!signal.aborted) await once(signal, 'abort')
          yield* []
        },
      },
      { timeout: () => soon },
    )
    source.tell(1)
    source.tell(2, { endpoint: 'other' })
    expect(await messageOf(waiting.waitForRequests(2, 'orders'))).toContain('1 of 2 matching')
    expect(await idsOf(waiting.waitForRequests(1, 'orders'))).toEqual([1])
    expect(await messageOf(waiting.waitForRequest('orders'))).toContain('No matching request')
    expect(await idsOf(waiting.waitForRequests(1))).toEqual([2])
  })

  test('the stack of a timeout error includes the caller of the wait', async () => {
    const { wait } = openSource()
    async function theOneWhoWaits(): Promise<void> {
      await wait(1, { timeout: soon })
    }
    expect(((await failure(theOneWhoWaits())) as Error).stack).toContain('theOneWhoWaits')
  })

  test('a wait without a timeout uses the default one', async () => {
    expect(await messageOf(openSource(soon).wait(1))).toContain(`after ${soon} ms.`)
  })

  test('a wait times out in real time although timers are faked', async () => {
    const { wait } = openSource()
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await messageOf(wait(1, { timeout: soon }))).toContain(`after ${soon} ms.`)
  })

  test.each([2 ** 31, Number.POSITIVE_INFINITY])(
    'a timeout of %s ms does not end the wait at once',
    async (timeout) => {
      const { wait, tell } = openSource()
      const waiting = idsOf(wait(1, { timeout })).catch((error: Error) => error.message)
      await failure(wait(1, { timeout: soon }))
      tell(1)
      expect(await waiting).toEqual([1])
    },
  )
})

describe('the signal of a wait', () => {
  test('a wait with an aborted signal rejects and takes no request', async () => {
    const { wait, tell, signals } = openSource()
    tell(1)
    const reason = new Error('mine')
    expect(await failure(wait(1, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(signals).toEqual([])
    expect(await idsOf(wait(1))).toEqual([1])
  })

  test('a signal that aborts during a wait rejects it with its reason', async () => {
    const { wait, tell } = openSource()
    const giveUp = new AbortController()
    const reason = new Error('mine')
    const waiting = failure(wait(2, { signal: giveUp.signal }))
    tell(1)
    await new Promise(setImmediate)
    giveUp.abort(reason)
    expect(await waiting).toBe(reason)
    expect(await idsOf(wait(1))).toEqual([1])
  })

  test.each(['found', 'too late', 'aborted', 'watch failed'])(
    'a wait that has ended leaves no listener on its signal: %s',
    async (how) => {
      const { wait, tell, end } = openSource()
      const giveUp = new AbortController()
      const { signal } = giveUp
      const added = vi.spyOn(signal, 'addEventListener')
      const removed = vi.spyOn(signal, 'removeEventListener')
      const waiting = failure(wait(1, { signal, timeout: how === 'too late' ? soon : 60_000 }))
      if (how === 'found') tell(1)
      if (how === 'aborted') giveUp.abort()
      if (how === 'watch failed') end(new Error('mine'))
      await waiting
      expect(added).toHaveBeenCalledOnce()
      expect(removed.mock.calls).toEqual(added.mock.calls)
    },
  )
})

describe('the watch of a wait', () => {
  test('a watch that ends by itself ends the wait without a timeout message', async () => {
    const { wait, tell, end } = openSource()
    const waiting = messageOf(wait(2))
    tell(1)
    end()
    const message = await waiting
    expect(message).toContain('Requests so far (1):')
    expect(message).not.toContain('wait ended')
  })

  test('a watch that fails rejects the wait with its error', async () => {
    const { wait, end } = openSource()
    const waiting = failure(wait(1))
    const error = new Error('mine')
    end(error)
    expect(await waiting).toBe(error)
  })
})

describe('a wait that is given up', () => {
  /** Called with each unhandled rejection. */
  const unhandled = vi.fn()
  beforeAll(() => {
    process.on('unhandledRejection', unhandled)
  })
  afterAll(() => {
    process.off('unhandledRejection', unhandled)
  })
  const settled = () => new Promise(setImmediate)

  test('a wait that is given up rejects with the reason and takes no request', async () => {
    const { wait, tell, giveUp } = openSource()
    const waiting = failure(wait(1))
    giveUp('the mock was reset')
    expect(await waiting).toEqual(
      new Error('The wait for a request to `orders` was given up: the mock was reset.'),
    )
    tell(1)
    expect(await idsOf(wait(1))).toEqual([1])
  })

  test('a wait that is given up and not awaited causes no unhandled rejection', async () => {
    const { wait, giveUp } = openSource()
    void wait(1)
    giveUp('the mock was reset')
    await settled()
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('a wait is given up when its scope is aborted', async () => {
    const scope = new AbortController()
    const { wait } = openSource(5_000, () => scope.signal)
    const waits = [failure(wait(1)), wait(1)]
    scope.abort('its test is over')
    const sentence = 'The wait for a request to `orders` was given up: its test is over.'
    expect(await waits[0]).toEqual(new Error(sentence))
    expect(await failure(wait(1))).toEqual(new Error(sentence))
    await settled()
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('a wait that has ended leaves no listener on its scope', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const { wait, tell } = openSource(5_000, () => signal)
    tell(1)
    await wait(1)
    await settled()
    expect(added).toHaveBeenCalledOnce()
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    )
  })
})

test('a wait times out although the service does not list its requests', async () => {
  const waiting = new Waiting(
    { ...createTestSource(), list: () => new Promise(() => {}) },
    { timeout: () => soon },
  )
  expect(await messageOf(waiting.waitForRequest('orders'))).toBe(
    'No matching request came to `orders` in time.\nThe wait ended after 20 ms.\nThe service did not list its requests within 150 ms.',
  )
})
