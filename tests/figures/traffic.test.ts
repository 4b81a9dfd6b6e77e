// Traffic at all limits does not make the daemon grow.
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

/** How often the traffic at the limits goes on for five seconds: a first half, and a second. */
const rounds = count({ short: 8, long: 24 })

/**
 * What the daemon holds after each of so many rounds. Resident memory goes up and down by a seventh
 * from one to the next, as what was freed is given back late; the lowest of some is what it needs.
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

test('traffic at the limits, once the daemon is warm', async () => {
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
