import { expect, test } from 'vitest'
import { runMarathon } from './marathon.ts'

test('a daemon survives all attacks in random order, and a restart keeps what it acknowledged', async () => {
  const { attacks, end, acknowledged, lost, wrong } = await runMarathon({
    attacks: 5,
    secondsEach: 2,
  })
  expect({ end, lost, wrong }).toEqual({ end: undefined, lost: [], wrong: [] })
  expect(acknowledged).toBeGreaterThan(attacks)
})
