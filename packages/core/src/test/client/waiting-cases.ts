// Tests of waits for earlier and later requests, and of every way in which a wait ends.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { EndpointHandle, ReceivedRequest, WaitOptions } from '../../client.ts'
import { globalClock } from '../../model/time/clock.ts'
import { rejection } from './client-service.ts'
import { bodies, type OpenRequests, startRequests } from './requests-service.ts'

const soon = 20

/** Milliseconds: longer than a test runs. */
const late = 60_000

/** Starts a wait, and resolves when it has seen the earlier request and waits for another. */
async function waitOn(
  orders: EndpointHandle,
  options: WaitOptions = {},
): Promise<{ readonly ended: Promise<ReceivedRequest> }> {
  let seen = (): void => {}
  const underWay = new Promise<void>((resolve) => {
    seen = resolve
  })
  const where = ({ text }: ReceivedRequest): boolean => {
    seen()
    return text === 'wanted'
  }
  const ended = orders.waitForRequest({ timeout: late, ...options, where })
  // The test checks its rejection later.
  ended.catch(() => {})
  await Promise.race([underWay, ended])
  return { ended }
}

const messageOf = async (waiting: Promise<unknown>): Promise<string> =>
  ((await rejection(waiting)) as Error).message

const ways: readonly [how: string, end: (orders: EndpointHandle) => Promise<unknown>][] = [
  ['find a request', (orders) => orders.waitForRequest()],
  ['are too late', (orders) => rejection(orders.waitForRequests(1_000, { timeout: 1 }))],
  [
    'are given up at once',
    (orders) => {
      const giveUp = new AbortController()
      const waiting = orders.waitForRequest({ signal: giveUp.signal, where: () => false })
      giveUp.abort()
      return rejection(waiting)
    },
  ],
  [
    'are given up under way',
    async (orders) => {
      const giveUp = new AbortController()
      const { ended } = await waitOn(orders, { signal: giveUp.signal })
      giveUp.abort()
      return rejection(ended)
    },
  ],
]

export function describeWaiting(name: string, open: OpenRequests): void {
  describe(`${name}: waiting for requests`, () => {
    test('waits take earlier requests in order, each request once', async () => {
      const { client, orders, ask } = await startRequests(open)
      for (const body of ['1', '2', '3']) await ask(body)
      expect((await orders.waitForRequest()).text).toBe('1')
      // Another handle of the same endpoint continues after this one's request.
      expect(bodies(await client.endpoint('orders').waitForRequests(2))).toEqual(['2', '3'])
      expect(await orders.requests()).toHaveLength(3)
    })

    test('a wait takes later requests that match, and leaves the others', async () => {
      const { client, orders, ask } = await startRequests(open)
      const waiting = orders.waitForRequests(2, { where: ({ text }) => text !== 'no' })
      await ask('1')
      await ask('no')
      await ask('elsewhere', client.url('none'))
      await ask('2')
      expect(bodies(await waiting)).toEqual(['1', '2'])
      expect((await orders.waitForRequest()).text).toBe('no')
    })

    test('a wait may begin before its endpoint is added', async () => {
      const { client, ask } = await startRequests(open)
      const later = client.endpoint('later')
      const waiting = later.waitForRequest()
      await ask('unmatched', later.url)
      await client.add({ name: 'later', data: 1 })
      await ask('answered', later.url)
      expect(await waiting).toMatchObject({ text: 'answered', endpoint: 'later' })
    })

    test('a wait sees a pending request, and again when it is answered', async () => {
      let end = (): void => {}
      const clock = {
        ...globalClock,
        setTimeout(callback: () => void) {
          end = callback
        },
      }
      const { client, ask } = await startRequests(open, { clock })
      const slow = await client.add({ name: 'slow', data: 1, delay: late })
      const outcomes: string[] = []
      const waiting = slow.waitForRequest({
        where({ outcome }) {
          outcomes.push(outcome)
          if (outcome === 'pending') setImmediate().then(end)
          return outcome === 'answered'
        },
      })
      await ask('1', slow.url)
      expect(await waiting).toMatchObject({ text: '1', statusCode: 200 })
      expect(outcomes).toEqual(['pending', 'answered'])
    })

    test('a wait sees a pending request, and again when its client disconnects', async () => {
      const { client, fetch } = await startRequests(open)
      const slow = await client.add({ name: 'slow', data: 1, delay: late })
      const leave = new AbortController()
      const outcomes: string[] = []
      const waiting = slow.waitForRequest({
        where({ outcome }) {
          outcomes.push(outcome)
          leave.abort()
          return outcome === 'aborted'
        },
      })
      await rejection(fetch(slow.url, { signal: leave.signal }))
      expect(await waiting).toMatchObject({ statusCode: null, durationMs: expect.any(Number) })
      expect(outcomes).toEqual(['pending', 'aborted'])
    })

    test('a wait resolves to requests in order of arrival, not of their responses', async () => {
      const ends: (() => void)[] = []
      const clock = {
        ...globalClock,
        setTimeout: (callback: () => void) => ends.push(callback),
      }
      const { client, orders, ask } = await startRequests(open, { clock })
      await client.add({ name: 'orders', data: 1, delay: late })
      const slow = ask('1')
      while ((await orders.requests()).length < 1) await setImmediate()
      await client.add({ name: 'orders', data: 1 })
      await ask('2')
      while (ends.length < 1) await setImmediate()
      for (const end of ends) end()
      await slow
      expect(bodies(await orders.waitForRequests(2))).toEqual(['1', '2'])
    })

    test('a wait rejects when its client resets the mock, and takes no later request', async () => {
      const { client, orders, ask } = await startRequests(open)
      await ask()
      const { ended } = await waitOn(orders)
      await client.reset({ endpoints: false })
      expect(await messageOf(ended)).toBe(
        'The wait for a request to `orders` was given up: the mock was reset.',
      )
      await ask('wanted', orders.url)
      expect((await orders.waitForRequest()).text).toBe('wanted')
    })

    test('a wait rejects when the service stops, without mention of a timeout', async () => {
      const { orders, ask, close } = await startRequests(open)
      await ask()
      const { ended } = await waitOn(orders)
      await close()
      expect(await messageOf(ended)).not.toMatch(/in time|after \d+ ms/)
    })

    test('a wait rejects with the reason of its signal', async () => {
      const { orders, ask } = await startRequests(open)
      await ask()
      const giveUp = new AbortController()
      const { ended } = await waitOn(orders, { signal: giveUp.signal })
      const reason = new Error('mine')
      giveUp.abort(reason)
      expect(await rejection(ended)).toBe(reason)
      expect(await rejection(orders.waitForRequest({ signal: giveUp.signal }))).toBe(reason)
    })

    test('a wait that times out rejects with a list of the requests so far', async () => {
      const { client, orders, ask } = await startRequests(open)
      await ask('{"id":1}')
      await ask('', client.url('order'))
      const message = await messageOf(orders.waitForRequests(2, { timeout: soon }))
      const shown = message.replaceAll(/#\d+/g, '#n').replaceAll(/[\d.]+ ms, body/g, '<n> ms, body')
      expect(shown).toMatchInlineSnapshot(`
        "1 of 2 matching requests came to \`orders\` in time.
        The wait ended after 20 ms.
        Requests so far (2), the unmatched first:
          #n POST /endpoint/order → 404 unmatched, close to \`orders\`
        Next to the first of these:
          #n POST /endpoint/orders → 200 after <n> ms, body {"id":1}"
      `)
    })

    test('a wait lasts for its own timeout, or for the waitTimeout of the client', async () => {
      const timed = await startRequests(open, { waitTimeout: soon })
      expect(await messageOf(timed.orders.waitForRequest())).toContain(' after 20 ms.')
      let timeout = soon
      const called = await startRequests(open, { waitTimeout: () => timeout++ })
      expect(await messageOf(called.orders.waitForRequest())).toContain(' after 20 ms.')
      expect(await messageOf(called.orders.waitForRequest())).toContain(' after 21 ms.')
      expect(await messageOf(called.orders.waitForRequest({ timeout: 5 }))).toContain(' 5 ms.')
      expect(timeout).toBe(22)
    })

    test('waits and lists of requests work with a token', async () => {
      const { client, orders, ask } = await startRequests(open, { token: 'secret' })
      const waiting = orders.waitForRequest()
      await ask('1')
      expect((await waiting).text).toBe('1')
      expect(bodies(await client.requests())).toEqual(['1'])
    })

    test.each(ways)('a wait still works after a hundred waits in a row that %s', async (_, end) => {
      const { orders, ask } = await startRequests(open)
      for (let i = 0; i < 100; i++) {
        await ask()
        await end(orders)
      }
      await ask()
      const { ended } = await waitOn(orders)
      await ask('wanted')
      expect((await ended).text).toBe('wanted')
    })
  })
}
