import { expect, test } from 'vitest'
import { figures } from './cached-read.ts'
import { cachedReadPromises } from './limits.ts'

test.each(['fetch', 'socket'] as const)('a cached read by %s makes few promises', (way) => {
  expect(Math.floor(figures[way].promises)).toBeLessThanOrEqual(cachedReadPromises[way])
})
