// What thousands of delays take, and what they leave behind.
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

/** How much V8 may copy at a stretch, while answers are due: both halves, in bytes. */
const mostYoung = 16 * mebibyte

/** In milliseconds: long enough for all of them to arrive before the first is over. */
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

test('a daemon that lets V8 collect much at a stretch is noticed', async () => {
  const daemon = await start(['does not tune V8'])
  await add(daemon.url, 'never', 600_000)
  const { during } = await fillAndLeave(daemon, limit)
  expect(during.young).toBeGreaterThan(mostYoung)
})
