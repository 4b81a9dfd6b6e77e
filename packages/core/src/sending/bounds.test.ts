// Limits of the attempts in progress, of pending messages, and of kept results.
import { expect, test } from 'vitest'
import { settle } from '../test/hand-clock.ts'
import { createSending, never } from '../test/sending.ts'

test('at most a hundred attempts are in progress at once', async () => {
  const responses: ((status: number) => void)[] = []
  const { outbox, asked, send } = createSending(
    () => new Promise<number>((respond) => responses.push(respond)),
  )
  for (let i = 0; i < 103; i++) await send({ event: i })
  await settle()
  expect(asked).toHaveLength(100)
  responses[5]?.(200)
  await settle()
  expect(asked).toHaveLength(101)
  outbox.clear()
  await settle()
  // The attempts that waited for their turn are cancelled too.
  expect(asked).toHaveLength(101)
})

test('at most 10,000 messages or 64 MiB may be pending', async () => {
  const { outbox, send } = createSending(never)
  const events = Array<number>(1000).fill(1)
  for (let i = 0; i < 9; i++) await send({ events })
  await send({ events: events.slice(1) })
  const code = 'too-many-deliveries'
  await expect(send({ events: [1, 2] })).rejects.toMatchObject({ code, status: 503 })
  await send({ event: 1 })
  await expect(send({ event: 1 })).rejects.toMatchObject({ code, extensions: { limit: 10_000 } })
  outbox.clear()
  await settle()
  // Duplicates share their bytes.
  const body = 'x'.repeat(9_000_000)
  for (let i = 0; i < 7; i++) await send({ body, duplicate: 100 })
  await expect(send({ body })).rejects.toMatchObject({ code })
  outbox.remove(11)
  outbox.remove(12)
  await settle()
  await send({ body })
})

test('the last thousand ended deliveries are kept', async () => {
  const { outbox, send } = createSending(() => 200)
  for (let i = 0; i < 1003; i++) await send({ event: i })
  for (let i = 0; i < 20; i++) await settle()
  const page = outbox.list({ after: 0, limit: 1000 })
  expect(page).toMatchObject({ isLast: true, deliveries: { length: 1000 } })
  expect(page.deliveries[0]).toMatchObject({ id: 4, state: 'delivered' })
  expect(outbox.list({ after: 3, limit: 10 })).toMatchObject({
    isLast: false,
    deliveries: { length: 10 },
  })
  expect(outbox.list({ after: 1003, limit: 10 })).toEqual({ isLast: true, deliveries: [] })
})

test('removed deliveries make room for others', async () => {
  const { outbox, send } = createSending(() => 200)
  for (let i = 0; i < 1000; i++) await send({ event: i })
  for (let i = 0; i < 20; i++) await settle()
  outbox.remove(500)
  await send({ event: 1 })
  await settle()
  const { deliveries } = outbox.list({ after: 0, limit: 1000 })
  expect(deliveries).toMatchObject({ length: 1000, 0: { id: 1 }, 999: { id: 1001 } })
})

test('the last 10,000 attempts of all deliveries are kept', async () => {
  const { outbox, clock, send } = createSending(() => 500)
  const events = Array<number>(1000).fill(1)
  await send({ events, attempts: 12, backoff: 0 })
  await send({ event: 1 })
  while ((await outbox.get(1))?.state === 'pending') await clock.fire()
  const [many, one] = [await outbox.get(1), await outbox.get(2)]
  expect(many).toMatchObject({ failed: 1000, attempts: { length: 10_000 }, attemptsDropped: 2000 })
  expect(one).toMatchObject({ failed: 1, attempts: [], attemptsDropped: 1 })
})

test('the kept attempts take at most 32 MiB', async () => {
  const { outbox, clock, send } = createSending(() => 200, { bodyBytes: 1_000_000 })
  await send({ body: 'x'.repeat(1_000_000), duplicate: 50 })
  while ((await outbox.get(1))?.state === 'pending') await settle()
  expect(await outbox.get(1)).toMatchObject({ attempts: { length: 33 }, attemptsDropped: 17 })
  expect(clock.pending()).toBe(0)
})
