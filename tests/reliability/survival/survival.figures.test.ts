// No attack makes others wait, or makes the daemon take much memory.
import { describe, expect, test } from 'vitest'
import { percentile } from '../hostile/percentile.ts'
import { attackFiles } from './attack-files.ts'
import { longestRead, residentLimit, surviveNoted } from './survive.ts'

for (const { topic, attacks } of await attackFiles()) {
  describe(topic, () => {
    test.each(attacks)('$name', async (attack) => {
      const { end, milliseconds, resident } = await surviveNoted(attack)
      expect(end).toBeUndefined()
      expect(percentile(milliseconds, 0.99)).toBeLessThan(longestRead)
      expect(resident).toBeLessThan(residentLimit)
    })
  })
}
