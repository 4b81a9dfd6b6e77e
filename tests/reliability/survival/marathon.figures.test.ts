import { expect, test } from 'vitest'
import { percentile } from '../hostile/percentile.ts'
import { runMarathon } from './marathon.ts'
import { longestRead, residentLimit } from './survive.ts'

test('all attacks in random order leave reads quick and the daemon small', async () => {
  const { end, milliseconds, resident } = await runMarathon()
  expect(end).toBeUndefined()
  expect(percentile(milliseconds, 0.99)).toBeLessThan(longestRead)
  expect(resident).toBeLessThan(residentLimit)
})
