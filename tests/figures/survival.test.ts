// How long other clients wait for a read during each attack, and how much memory the daemon takes.
import { describe, expect, test } from 'vitest'
import { percentile } from '../reliability/hostile/percentile.ts'
import { attackFiles } from '../reliability/survival/attack-files.ts'
import { surviveNoted } from '../reliability/survival/survive.ts'
import { figure, memoryFigure } from './lib/figure.ts'
import { longestRead, residentLimit } from './lib/limits.ts'

for (const { topic, attacks } of await attackFiles()) {
  describe(topic, () => {
    test.each(attacks)('the daemon survives $name', async (attack) => {
      const { end, milliseconds, resident } = await surviveNoted(attack, 6)
      expect(end).toBeUndefined()
      const p99 = percentile(milliseconds, 0.99)
      figure(`${attack.name}: p99 of a read`, p99, 'ms', { atMost: longestRead })
      memoryFigure(`${attack.name}: resident memory`, resident, residentLimit)
    })
  })
}
