// No attack ends the daemon, or makes it send a wrong response.
import { describe, expect, test } from 'vitest'
import { attackFiles } from './attack-files.ts'
import { surviveNoted } from './survive.ts'

for (const { topic, attacks } of await attackFiles()) {
  describe(topic, () => {
    test.each(attacks)('the daemon survives $name', async (attack) => {
      const { end, milliseconds, wrong } = await surviveNoted(attack, 1)
      expect({ end, wrong }).toEqual({ end: undefined, wrong: [] })
      expect(milliseconds.length).toBeGreaterThan(0)
    })
  })
}
