import { expect, test } from 'vitest'
import { percentile } from '../reliability/hostile/percentile.ts'
import { runMarathon } from '../reliability/survival/marathon.ts'
import { figure, memoryFigure } from './lib/figure.ts'
import { longestRead, residentLimit } from './lib/limits.ts'

test('the daemon survives all attacks in random order, without lost data or wrong responses', async () => {
  const { end, lost, wrong, milliseconds, resident } = await runMarathon({
    attacks: 8,
    secondsEach: 5,
  })
  expect({ end, lost, wrong }).toEqual({ end: undefined, lost: [], wrong: [] })
  const p99 = percentile(milliseconds, 0.99)
  figure('all attacks: p99 of a read', p99, 'ms', { atMost: longestRead })
  memoryFigure('all attacks: resident memory', resident, residentLimit)
})
