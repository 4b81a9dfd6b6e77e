// What fuzzed adds leave in a daemon, once all that was added is cleared.
import { expect, onTestFinished, test } from 'vitest'
import { fuzz } from '../reliability/hostile/fuzz.ts'
import { mebibyte, probe, probed } from '../reliability/hostile/probe.ts'
import { freshFolder, startDaemon } from '../reliability/lib/daemon.ts'
import { createRandom } from '../reliability/lib/random.ts'
import { memoryFigure } from './lib/figure.ts'

test('20,000 fuzzed adds', async () => {
  const folder = await freshFolder()
  const daemon = await startDaemon({ cwd: folder.path, args: ['--memory'], node: probed })
  onTestFinished(async () => {
    await daemon.stop('SIGKILL')
    await folder.remove()
  })
  const { failures } = await fuzz(daemon.url, { seed: createRandom().seed, from: 0, to: 20_000 })
  expect(failures).toEqual([])
  await fetch(`${daemon.url}/api/endpoint`, { method: 'DELETE' })
  const { rss } = await probe(daemon)
  memoryFigure('resident memory after 20,000 fuzzed adds', rss, 512 * mebibyte)
})
