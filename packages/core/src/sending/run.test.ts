// When messages are sent and repeated.
import { describe, expect, test } from 'vitest'
import { forwardFailed } from '../forward/forwarder.ts'
import { handClock, settle } from '../test/hand-clock.ts'
import { createSending, never, type Sending, textOf } from '../test/sending.ts'

/** Fires timers until the delivery ends. Resolves to its delays, except response timeouts. */
async function untilEnded({ outbox, clock }: Sending): Promise<number[]> {
  await settle()
  for (let i = 0; i < 1000 && (await outbox.get(1))?.state === 'pending'; i++) await clock.fire()
  return clock.waits.filter((milliseconds) => milliseconds !== 10_000)
}

describe('attempts', () => {
  test.each<
    [receiver: string, options: object, statuses: number[], waits: number[], state: string]
  >([
    ['takes it', { attempts: 3 }, [204], [], 'delivered'],
    ['refuses it', {}, [500], [], 'failed'],
    ['fails twice', { attempts: 3 }, [500, 302, 200], [1000, 2000], 'delivered'],
    ['fails', { attempts: 4, backoff: 5 }, [400, 404, 503, 500], [5, 10, 20], 'failed'],
    ['fails', { attempts: 4, backoff: [7, 9] }, [500, 500, 500, 500], [7, 9, 9], 'failed'],
    ['is gone', { attempts: 9 }, [500, 410], [1000], 'failed'],
    ['takes it late', { attempts: 2, delay: 50 }, [500, 200], [50, 1000], 'delivered'],
  ])(
    'attempts are made when due for a receiver that %s, with the options %j',
    async (_, options, statuses, waits, state) => {
      const sending = createSending((_, nth) => statuses[nth - 1] ?? 599)
      await sending.send({ event: 1, ...options })
      expect(await untilEnded(sending)).toEqual(waits)
      const delivery = await sending.outbox.get(1)
      expect(delivery).toMatchObject({ state, failed: state === 'failed' ? 1 : 0 })
      const found = delivery?.attempts.map(({ attempt, statusCode }) => [attempt, statusCode])
      expect(found).toEqual(statuses.map((status, i) => [i + 1, status]))
      expect(sending.clock.pending()).toBe(0)
      expect(sending.errors).toEqual([])
    },
  )

  test('the back-off of many attempts grows to at most a day', async () => {
    const sending = createSending(() => 500)
    await sending.send({ event: 1, attempts: 100, backoff: 40_000_000 })
    expect((await untilEnded(sending)).slice(0, 4)).toEqual([
      40_000_000, 80_000_000, 86_400_000, 86_400_000,
    ])
  })

  test('an attempt without a complete response is repeated', async () => {
    async function* broken(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      yield new TextEncoder().encode('half')
      throw forwardFailed('http_response_incomplete', 'It broke off.')
    }
    let aborted = 0
    const sending = createSending(({ onAbort }, nth) => {
      onAbort(() => {
        aborted += 1
      })
      if (nth === 1) throw new Error('no route')
      if (nth === 2) return { status: 200, headers: [], body: broken() }
      return nth === 3 ? never() : 200
    })
    await sending.send({ event: 1, attempts: 4, timeout: 300 })
    await untilEnded(sending)
    const delivery = await sending.outbox.get(1)
    expect(delivery).toMatchObject({ state: 'delivered', delivered: 1 })
    expect(
      delivery?.attempts.map(({ statusCode, error, detail }) => [statusCode, error, detail]),
    ).toEqual([
      [null, 'destination_unavailable', 'http://localhost:3000 failed: no route.'],
      [200, 'http_response_incomplete', 'It broke off.'],
      [null, 'http_response_timeout', 'There was no response within 300 ms.'],
      [200, undefined, undefined],
    ])
    expect(delivery?.attempts[1]?.response?.body).toBe('half')
    expect(aborted).toBe(1)
  })
})

describe('several messages', () => {
  test('messages are sent one after another, while earlier ones are repeated', async () => {
    const responses: ((status: number) => void)[] = []
    const sending = createSending(() => new Promise<number>((respond) => responses.push(respond)))
    await sending.send({ events: ['a', 'b', 'c'], attempts: 2 })
    const texts = () => sending.asked.map((asked) => textOf(asked))
    const respond = async (nth: number, status: number): Promise<void> => {
      responses[nth]?.(status)
      await settle()
    }
    await settle()
    expect(texts()).toEqual(['"a"'])
    await respond(0, 500)
    expect(texts()).toEqual(['"a"', '"b"'])
    // The attempt for `b` times out, too.
    await sending.clock.fire()
    expect(texts()).toEqual(['"a"', '"b"', '"a"', '"c"'])
    await respond(2, 200)
    await respond(3, 200)
    await sending.clock.fire()
    await respond(4, 200)
    expect(await sending.outbox.get(1)).toMatchObject({
      state: 'delivered',
      delivered: 3,
      failed: 0,
    })
  })

  test('a delivery counts the messages that were delivered and those that failed', async () => {
    const sending = createSending((asked) => (textOf(asked) === '2' ? 500 : 200))
    await sending.send({ events: [1, 2, 3] })
    await untilEnded(sending)
    expect(await sending.outbox.get(1)).toMatchObject({ state: 'failed', delivered: 2, failed: 1 })
  })

  async function orderOf(delivery: object): Promise<[order: string, ids: number]> {
    const sending = createSending(() => 200)
    await sending.send(delivery)
    await untilEnded(sending)
    const { attempts = [] } = (await sending.outbox.get(1)) ?? {}
    const ids = new Set(attempts.map(({ messageId }) => messageId)).size
    return [sending.asked.map((asked) => textOf(asked)).join(''), ids]
  }

  test('`duplicate` repeats messages, and `shuffle` orders them by a seed', async () => {
    const events = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(await orderOf({ events, duplicate: 2 })).toEqual(['00112233445566778899', 10])
    const shuffled = await orderOf({ events, duplicate: 2, shuffle: 7 })
    expect(shuffled).toEqual(['49403267690571523188', 10])
    expect(await orderOf({ events, duplicate: 2, shuffle: 7 })).toEqual(shuffled)
    expect(await orderOf({ events, duplicate: 2, shuffle: 8 })).not.toEqual(shuffled)
  })
})

describe('removing deliveries', () => {
  test('removing a delivery aborts the attempt in progress, and no more are made', async () => {
    let aborted = 0
    const sending = createSending(({ onAbort }) => {
      onAbort(() => {
        aborted += 1
      })
      return never()
    })
    await sending.send({ events: [1, 2], attempts: 5 })
    await settle()
    const waiting = sending.outbox.get(1, 60_000)
    expect(sending.outbox.remove(1)).toBe(true)
    expect(await waiting).toMatchObject({
      state: 'cancelled',
      delivered: 0,
      failed: 0,
      attempts: [],
    })
    expect(sending.outbox.remove(1)).toBe(false)
    expect(await sending.outbox.get(1)).toBeUndefined()
    expect([aborted, sending.asked.length, sending.clock.pending()]).toEqual([1, 1, 0])
    expect(sending.errors).toEqual([])
  })

  test('after deliveries are cleared between two attempts, no more are made', async () => {
    const sending = createSending(() => 500)
    await sending.send({ events: [1, 2], attempts: 5 })
    await sending.send({ event: 1, delay: 1000 })
    await settle()
    expect(sending.clock.pending()).toBe(3)
    expect(sending.outbox.clear()).toBe(2)
    await settle()
    expect([sending.asked.length, sending.clock.pending()]).toEqual([2, 0])
    expect(sending.outbox.list({ after: 0, limit: 10 }).deliveries).toEqual([])
    expect(sending.errors).toEqual([])
  })
})

test('the id of a delivery is not used again after a clear', async () => {
  const sending = createSending(() => 200)
  await sending.send({ event: 1 })
  sending.outbox.clear()
  expect(await sending.send({ event: 1 })).toMatchObject({ id: 2 })
})

test('a wait for the end of a delivery ends when its time is up or its signal aborts', async () => {
  const { outbox, send } = createSending(never)
  await send({ event: 1 })
  expect(await outbox.get(1, 5)).toMatchObject({ state: 'pending' })
  expect(await outbox.get(1, 600_000, AbortSignal.abort())).toMatchObject({ state: 'pending' })
  const leaving = new AbortController()
  const waiting = outbox.get(1, 600_000, leaving.signal)
  leaving.abort()
  expect(await waiting).toMatchObject({ state: 'pending' })
  outbox.close()
})

test('an unexpected error is reported, and cancels the delivery', async () => {
  const error = new Error('no clock')
  const now = (): number => {
    throw error
  }
  const { outbox, send, errors } = createSending(() => 200, { clock: { ...handClock(), now } })
  await send({ event: 1 })
  expect(await outbox.get(1, 20_000)).toMatchObject({ state: 'cancelled' })
  expect(errors).toEqual([error])
})
