// Memory that a daemon gains under traffic at all its limits.
import { expect, onTestFinished, test } from 'vitest'
import { type Holdings, mebibyte, probe, startProbed } from '../reliability/hostile/probe.ts'
import {
  openStreams,
  prepareTraffic,
  type Traffic,
  trafficAtLimits,
} from '../reliability/hostile/traffic.ts'
import { count } from '../reliability/lib/count.ts'
import type { Daemon } from '../reliability/lib/daemon.ts'
import { memoryFigure } from './lib/figure.ts'

/** Number of rounds of traffic, five seconds each. The second half is compared with the first. */
const rounds = count({ short: 8, long: 24 })

/**
 * Resolves to the daemon's holdings after each round. Resident memory varies by a seventh between
 * rounds, because freed memory is returned late. The lowest value is what the daemon needs.
 */
async function goThroughRounds(daemon: Daemon, times: number): Promise<Round[]> {
  const found: Round[] = []
  for (let i = 0; i < times; i++) {
    const traffic = await trafficAtLimits(daemon.url, 5_000)
    found.push({ ...traffic, ...(await probe(daemon)) })
  }
  return found
}

type Round = Traffic & Holdings

function lowest(found: readonly Round[], figure: 'rss' | 'heapUsed'): number {
  return Math.min(...found.map((round) => round[figure]))
}

test('traffic at the limits gets no wrong response, and the memory it adds is measured', async () => {
  const daemon = await startProbed(['--memory'])
  await prepareTraffic(daemon.url)
  const closeStreams = await openStreams(daemon.url, 16)
  onTestFinished(closeStreams)
  const before = await goThroughRounds(daemon, rounds / 2)
  const after = await goThroughRounds(daemon, rounds / 2)
  const grown = lowest(after, 'rss') - lowest(before, 'rss')
  const heapGrown = lowest(after, 'heapUsed') - lowest(before, 'heapUsed')
  expect([...before, ...after].flatMap(({ wrong }) => wrong)).toEqual([])
  memoryFigure('resident memory that traffic at the limits adds', grown, 50 * mebibyte)
  memoryFigure('heap that traffic at the limits adds', heapGrown, 10 * mebibyte)
})
