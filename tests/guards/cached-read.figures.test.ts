import { expect, test } from 'vitest'
import { figures } from './cached-read.ts'
import { cachedRead } from './limits.ts'

test.each(['fetch', 'socket'] as const)('a cached read by %s allocates little', (way) => {
  expect(figures[way].isWhole).toBe(true)
  expect(figures[way].bytes).toBeLessThanOrEqual(cachedRead[way].bytes)
})
