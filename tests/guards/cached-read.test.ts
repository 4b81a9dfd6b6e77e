import { expect, test } from 'vitest'
import { figures } from './cached-read.ts'
import { cachedRead } from './limits.ts'

test.each(['fetch', 'socket'] as const)('a cached read by %s makes few promises', (way) => {
  expect(Math.floor(figures[way].promises)).toBeLessThanOrEqual(cachedRead[way].promises)
})
