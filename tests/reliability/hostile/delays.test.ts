// As many delayed responses as the daemon allows. All arrive, none early, and nothing is left
// behind when the clients disconnect.
import { expect, test } from 'vitest'
import { note } from '../lib/figures.ts'
import { outcome } from '../lib/response.ts'
import { askOnce, plainRequest } from './connection.ts'
import { untilArrived } from './delayed.ts'
import { add, data, fill, fillAndLeave, limit, type Round, start } from './delaying.ts'
import { spread } from './percentile.ts'

/** Long enough that all requests arrive before the first delay ends. In milliseconds. */
const delay = 30_000

test(`${limit} answers are delayed at once, all come, none early, one more is refused`, async () => {
  const { url } = await start()
  await add(url, 'late', delay)
  const held = await fill(url, 'late', limit)
  const tooSoon = held.over()
  const oneMore = await askOnce(url, plainRequest('GET', '/endpoint/late'))
  const responses = await held.responses
  const recorded = await untilArrived(url, limit + 1)

  const right = responses.filter(
    ({ response }) => response?.status === 200 && response.body === data,
  )
  const late = responses.map(({ milliseconds }) => milliseconds - delay)
  const delayed = recorded.filter(({ statusCode }) => statusCode === 200)
  const lateByJournal = delayed.map(({ durationMs }) => (durationMs ?? 0) - delay)
  const early = [...late, ...lateByJournal].filter((milliseconds) => milliseconds < 0).length
  note('delays: all at once', {
    delayed: limit,
    'answered right': right.length,
    early,
    ...spread('late for the client', late),
    ...spread('late by the journal', lateByJournal),
    'one more': outcome(oneMore),
  })
  expect(tooSoon).toBe(0)
  expect(right).toHaveLength(limit)
  expect(lateByJournal).toHaveLength(limit)
  expect(early).toBe(0)
  expect(outcome(oneMore)).toBe('503 too-many-delayed')
  expect(oneMore.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(JSON.parse(oneMore.body)).toMatchObject({ limit })
})

test('delays whose clients hang up are free again at once, and leave nothing', async () => {
  const daemon = await start()
  await add(daemon.url, 'never', 600_000)
  // Two rounds exceed the limit unless the first is free.
  const most = 0.6 * limit
  const rounds: Round[] = []
  for (let round = 0; round < 2; round++) rounds.push(await fillAndLeave(daemon, most))
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0)
  expect(refused).toBe(0)
  for (const { during, after } of rounds) {
    expect(during.timers).toBeGreaterThanOrEqual(most)
    expect(after.timers).toBe(0)
  }
})

test('the check finds a daemon that keeps the delays of disconnected clients', async () => {
  const daemon = await start(['misses closed connections'])
  await add(daemon.url, 'never', 600_000)
  const some = 500
  const { after } = await fillAndLeave(daemon, some)
  expect(after.timers).toBe(some)
})
