// Webhooks that a mock sends, from the point of view of a test.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFetchForwarder } from '../../forward/fetch-forwarder.ts'
import { createMock, type Mock, type MockOptions } from '../../mock.ts'
import { settle } from '../../test/hand-clock.ts'

const to = 'http://localhost:3000/hooks'
const never = (): Promise<Response> => new Promise(() => {})

/** Returns a mock whose webhooks go to a receiver with these responses. */
async function sending(
  respond: (request: Request) => Response | Promise<Response>,
  options: MockOptions = {},
): Promise<Mock> {
  const forwarder = createFetchForwarder(async (...args) => respond(new Request(...args)))
  const mock = await createMock({ forwarder, ...options })
  onTestFinished(mock.close)
  return mock
}

describe('a sent webhook', () => {
  test('a delivery is done when its receiver has accepted the webhook', async () => {
    const received: unknown[] = []
    const mock = await sending(async (request) => {
      received.push([request.url, request.headers.get('x-hub-signature-256'), await request.json()])
      return new Response('ok', { status: 201 })
    })
    const sign = { scheme: 'github', secret: 's' } as const
    const delivery = await mock.send({ to, event: { paid: true }, sign })
    const done = await delivery.done
    expect(done).toMatchObject({ id: delivery.id, state: 'delivered', delivered: 1 })
    expect(done.attempts).toMatchObject([{ statusCode: 201, response: { body: 'ok' } }])
    expect(received).toEqual([[to, expect.stringMatching(/^sha256=/), { paid: true }]])
    expect(await delivery.done).toBe(done)
  })

  test('a delivery is done when its webhook has failed', async () => {
    const mock = await sending(() => new Response(null, { status: 500 }))
    const { done } = await mock.send({ to, event: 1 })
    expect(await done).toMatchObject({ state: 'failed', failed: 1 })
  })

  test('a delivery that does not end in time rejects with its progress', async () => {
    const mock = await sending(() => new Response(null, { status: 503 }), { waitTimeout: 30 })
    const delivery = await mock.send({ to, events: [1, 2], attempts: 2, backoff: 3_600_000 })
    await expect(delivery.done).rejects.toThrow(
      /^The delivery to http:\/\/localhost:3000\/hooks did not end in time: 2 of 2 messages are pending\.\nThe wait ended after 30 ms, and 2 attempts\. The last response had the status 503\.$/,
    )
    await expect(delivery.wait({ timeout: 1 })).rejects.toThrow(/after 1 ms/)
    const silent = await sending(never)
    const other = await silent.send({ to, event: 1 })
    await expect(other.wait({ timeout: 1 })).rejects.toThrow(
      /and 0 attempts\. No attempt has ended\.$/,
    )
  })

  test('a delivery is cancelled by `cancel`, by a reset and by closing the mock', async () => {
    const ends: ((mock: Mock) => Promise<unknown>)[] = [
      (mock) => mock.reset(),
      (mock) => mock.close(),
    ]
    for (const end of ends) {
      const mock = await sending(never)
      const delivery = await mock.send({ to, event: 1 })
      const { done } = delivery
      await settle()
      await end(mock)
      expect(await done).toMatchObject({ state: 'cancelled' })
      expect(await delivery.read()).toBeUndefined()
    }
    const mock = await sending(never)
    const delivery = await mock.send({ to, event: 1 })
    expect(await delivery.read()).toMatchObject({ state: 'pending' })
    expect([await delivery.cancel(), await delivery.cancel()]).toEqual([true, false])
    expect(await delivery.done).toMatchObject({ id: delivery.id, state: 'cancelled' })
  })

  test('a webhook is sent again when fake timers advance past its backoff', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let asked = 0
    const mock = await sending(() => new Response(null, { status: ++asked < 3 ? 500 : 200 }))
    const delivery = await mock.send({ to, event: 1, attempts: 3, backoff: 60_000 })
    await vi.advanceTimersByTimeAsync(59_000)
    expect((await delivery.read())?.attempts).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200_000)
    expect(await delivery.done).toMatchObject({ state: 'delivered', attempts: { length: 3 } })
  })

  test('a webhook to another machine is refused unless `allowSend` lists its host', async () => {
    const elsewhere = { to: 'https://api.example.com', event: 1 }
    const mock = await sending(() => new Response())
    await expect(mock.send(elsewhere)).rejects.toMatchObject({ code: 'send-refused' })
    const allowing = await sending(() => new Response(), { allowSend: ['*.example.com'] })
    expect(await (await allowing.send(elsewhere)).done).toMatchObject({ state: 'delivered' })
    expect(await (await allowing.send({ to, event: 1 })).done).toMatchObject({ state: 'delivered' })
  })

  test('a closed mock refuses to send a webhook', async () => {
    const mock = await sending(() => new Response())
    await mock.close()
    await expect(mock.send({ to, event: 1 })).rejects.toThrow('This mock was closed')
  })
})
