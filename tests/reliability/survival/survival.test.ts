// No attack ends the daemon, makes others wait, or makes it take much memory.
import { describe, expect, test } from 'vitest'
import { percentile, spread } from '../hostile/percentile.ts'
import { mebibytes } from '../hostile/probe.ts'
import { note } from '../lib/figures.ts'
import { attackFiles } from './attack-files.ts'
import { isLong, longestRead, residentLimit, survive } from './survive.ts'

/** How long each attack goes on. */
const seconds = isLong ? 60 : 6

for (const { topic, attacks } of await attackFiles()) {
  describe(topic, () => {
    test.each(attacks)('$name', async (attack) => {
      const { end, milliseconds, wrong, resident } = await survive(attack, seconds * 1_000)
      note(`survival: ${attack.name}`, {
        reads: milliseconds.length,
        wrong: wrong.length,
        ...spread('a read', milliseconds),
        resident: mebibytes(resident),
        end: end ?? 'alive',
      })
      expect(end).toBeUndefined()
      expect(wrong).toEqual([])
      expect(milliseconds.length).toBeGreaterThan(seconds * 5)
      expect(percentile(milliseconds, 0.99)).toBeLessThan(longestRead)
      expect(resident).toBeLessThan(residentLimit)
    })
  })
}
