import type { DeliveryAttempt } from '@mock-endpoint/core/client'
import { expect, test } from 'vitest'
import { attemptsBehind } from './send.ts'

test.each<[dropped: number, seen: number, attempts: number[]]>([
  [0, 0, [1, 2, 3]],
  [0, 2, [3]],
  [0, 3, []],
  // The first attempts were dropped after they were seen.
  [5, 6, [2, 3]],
  [5, 8, []],
  // Some attempts were dropped before they were seen.
  [5, 2, [1, 2, 3]],
])('with %i dropped and %i seen, these attempts are new: %j', (attemptsDropped, seen, expected) => {
  const attempts = [1, 2, 3].map((attempt) => ({ attempt }) as DeliveryAttempt)
  const found = attemptsBehind({ attempts, attemptsDropped }, seen)
  expect(found.map(({ attempt }) => attempt)).toEqual(expected)
})
