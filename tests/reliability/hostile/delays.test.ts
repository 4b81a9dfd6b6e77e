// As many delayed answers as the daemon takes: all come, none early, and those whose clients leave
// leave nothing behind.
import { expect, onTestFinished, test } from 'vitest'
import { outcome } from '../lib/answer.ts'
import { type Daemon, freshFolder, startDaemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { note } from '../lib/figures.ts'
import { askOnce, plainRequest } from './connection.ts'
import { type Held, hold, untilArrived } from './delayed.ts'
import { spread } from './percentile.ts'
import { type Holdings, mebibyte, mebibytes, probe, probed, probeUntil } from './probe.ts'

/** How many answers the daemon delays at once. */
const limit = 10_000
/** Long enough for all of them to arrive before the first is over. */
const delay = 8_000
/** How much V8 may copy at a stretch, while answers are due: both halves, in bytes. */
const mostYoung = 16 * mebibyte
const data = '{"late":[1.10,12345678901234567890]}'

async function start(defects: readonly Defect[] = []): Promise<Daemon> {
  const folder = await freshFolder()
  // The journal takes all of them, so that each is seen to arrive, and to end.
  const args = ['--memory', '--journal-requests', String(2 * limit)]
  const daemon = await startDaemon({ cwd: folder.path, args, defects, node: probed })
  onTestFinished(async () => {
    await daemon.stop('SIGKILL')
    await folder.remove()
  })
  return daemon
}

async function add(url: string, name: string, milliseconds: number): Promise<void> {
  const body = `{"name":"${name}","data":${data},"delay":${milliseconds}}`
  const response = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  expect(response.status).toBe(200)
}

/** Has so many delayed, beside those that were there, and resolves when the daemon has them all. */
async function fill(url: string, name: string, count: number): Promise<Held> {
  await fetch(`${url}/api/request`, { method: 'DELETE' })
  const held = await hold(url, name, count)
  onTestFinished(() => held.abort())
  await untilArrived(url, count)
  return held
}

interface Round {
  /** How many of a full house were turned away. */
  readonly refused: number
  readonly during: Holdings
  /** When all had left. */
  readonly after: Holdings
}

/** So many answers are delayed, and every client hangs up. */
async function fillAndLeave(daemon: Daemon, count: number): Promise<Round> {
  const held = await fill(daemon.url, 'never', count)
  const refused = held.over()
  const during = await probe(daemon)
  held.abort()
  await held.answers
  // Two may be of fetch, which keeps what it has asked with.
  await probeUntil(daemon, ({ sockets }) => sockets <= 2)
  const after = await probe(daemon)
  return { refused, during, after }
}

test(`${limit} answers are delayed at once, all come, none early, one more is refused`, async () => {
  const { url } = await start()
  await add(url, 'late', delay)
  const held = await fill(url, 'late', limit)
  const tooSoon = held.over()
  const oneMore = await askOnce(url, plainRequest('GET', '/endpoint/late'))
  const answers = await held.answers
  const recorded = await untilArrived(url, limit + 1)

  const right = answers.filter(({ answer }) => answer?.status === 200 && answer.body === data)
  const late = answers.map(({ milliseconds }) => milliseconds - delay)
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
  expect(Math.max(...late)).toBeLessThan(5_000)
  expect(outcome(oneMore)).toBe('503 too-many-delayed')
  expect(oneMore.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(JSON.parse(oneMore.body)).toMatchObject({ limit })
})

test(`${limit} delays whose clients hang up are free again at once, and leave nothing`, async () => {
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
  expect(refused).toBe(0)
  for (const { during, after } of rounds) {
    expect(during.timers).toBeGreaterThanOrEqual(limit)
    expect(after.timers).toBe(0)
    expect(during.young).toBeLessThanOrEqual(mostYoung)
  }
  expect(second.after.heapUsed - first.after.heapUsed).toBeLessThan(5 * mebibyte)
  expect(second.after.rss - first.after.rss).toBeLessThan(40 * mebibyte)
})

test('a daemon that goes on delaying for clients that have left is noticed', async () => {
  const daemon = await start(['misses closed connections'])
  await add(daemon.url, 'never', 600_000)
  const { after } = await fillAndLeave(daemon, limit)
  expect(after.timers).toBe(limit)
  const few = 50
  const { refused } = await fillAndLeave(daemon, few)
  expect(refused).toBe(few)
})

test('a daemon that lets V8 collect much at a stretch is noticed', async () => {
  const daemon = await start(['does not tune V8'])
  await add(daemon.url, 'never', 600_000)
  const { during } = await fillAndLeave(daemon, limit)
  expect(during.young).toBeGreaterThan(mostYoung)
})
