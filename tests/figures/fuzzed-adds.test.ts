// Memory of a daemon after fuzzed add requests, once all endpoints are cleared.
import { expect, test } from 'vitest'
import { fuzz } from '../reliability/hostile/fuzz.ts'
import { mebibyte, probe, startProbed } from '../reliability/hostile/probe.ts'
import { createRandom } from '../reliability/lib/random.ts'
import { memoryFigure } from './lib/figure.ts'

test('20,000 fuzzed add requests get correct responses', async () => {
  const daemon = await startProbed(['--memory'])
  const { failures } = await fuzz(daemon.url, { seed: createRandom().seed, from: 0, to: 20_000 })
  expect(failures).toEqual([])
  await fetch(`${daemon.url}/api/endpoint`, { method: 'DELETE' })
  const { rss } = await probe(daemon)
  memoryFigure('resident memory after 20,000 fuzzed adds', rss, 512 * mebibyte)
})
