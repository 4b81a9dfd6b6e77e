// What thousands of delays take, and what they leave behind.
import { expect, test } from 'vitest'
import { note } from '../lib/figures.ts'
import { add, fillAndLeave, limit, type Round, start } from './delaying.ts'
import { mebibyte, mebibytes } from './probe.ts'

/** How much V8 may copy at a stretch, while answers are due: both halves, in bytes. */
const mostYoung = 16 * mebibyte

test(`${limit} delays whose clients hang up take little, and leave nothing`, async () => {
  const daemon = await start()
  await add(daemon.url, 'never', 600_000)
  const rounds: Round[] = []
  for (let round = 0; round < 2; round++) rounds.push(await fillAndLeave(daemon, limit))
  const [first, second] = rounds as [Round, Round]
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0)
  note('delays: hung up on', {
    rounds: rounds.length,
    'delayed in each': limit,
    'refused after others had left': refused,
    'timers during': second.during.timers,
    'timers after': second.after.timers,
    'young during': mebibytes(second.during.young),
    'heap during': mebibytes(second.during.heapUsed),
    'heap after the first': mebibytes(first.after.heapUsed),
    'heap after the second': mebibytes(second.after.heapUsed),
    'resident during': mebibytes(second.during.rss),
    'resident after the first': mebibytes(first.after.rss),
    'resident after the second': mebibytes(second.after.rss),
  })
  for (const { during } of rounds) expect(during.young).toBeLessThanOrEqual(mostYoung)
  expect(second.after.heapUsed - first.after.heapUsed).toBeLessThan(5 * mebibyte)
  expect(second.after.rss - first.after.rss).toBeLessThan(40 * mebibyte)
})

test('a daemon that lets V8 collect much at a stretch is noticed', async () => {
  const daemon = await start(['does not tune V8'])
  await add(daemon.url, 'never', 600_000)
  const { during } = await fillAndLeave(daemon, limit)
  expect(during.young).toBeGreaterThan(mostYoung)
})
