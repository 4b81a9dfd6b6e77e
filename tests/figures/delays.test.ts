// How late thousands of delayed responses are, and how much memory they take and leave.
import { expect, test } from 'vitest'
import {
  add,
  fill,
  fillAndLeave,
  limit,
  type Round,
  start,
} from '../reliability/hostile/delaying.ts'
import { mebibyte } from '../reliability/hostile/probe.ts'
import { figure, memoryFigure } from './lib/figure.ts'

/** Limit of the young generation, both halves, in bytes: V8 copies it while responses are due. */
const mostYoung = 16 * mebibyte

/** In milliseconds. Long enough that all requests arrive before the first delay ends. */
const delay = 15_000

test(`${limit} answers are delayed at once`, async () => {
  const { url } = await start()
  await add(url, 'late', delay)
  const held = await fill(url, 'late', limit)
  const late = (await held.responses).map(({ milliseconds }) => milliseconds - delay)
  figure('lateness of 10,000 delayed responses', Math.max(...late) / 1000, 's', { atMost: 5 })
})

test(`${limit} delays whose clients hang up`, async () => {
  const daemon = await start()
  await add(daemon.url, 'never', 600_000)
  const rounds: Round[] = []
  for (let round = 0; round < 2; round++) rounds.push(await fillAndLeave(daemon, limit))
  const [first, second] = rounds as [Round, Round]
  const during = Math.max(...rounds.map(({ during }) => during.young))
  memoryFigure('young generation during 10,000 delays', during, mostYoung)
  const heap = second.after.heapUsed - first.after.heapUsed
  memoryFigure('heap that 10,000 delays leave', heap, 5 * mebibyte)
  const resident = second.after.rss - first.after.rss
  memoryFigure('resident memory that 10,000 delays leave', resident, 40 * mebibyte)
})

test('a daemon that does not tune V8 exceeds the limit of the young generation', async () => {
  const daemon = await start(['does not tune V8'])
  await add(daemon.url, 'never', 600_000)
  const { during } = await fillAndLeave(daemon, limit)
  expect(during.young).toBeGreaterThan(mostYoung)
})
