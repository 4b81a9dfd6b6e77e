import { expect, test } from 'vitest'
import { figures } from '../guards/cached-read.ts'
import { figure } from './lib/figure.ts'

/** Limits of the bytes that one read allocates. */
const limits = { fetch: 35_000, socket: 14_000 } as const

test.each(['fetch', 'socket'] as const)(
  'the bytes of a cached read by %s are measured without a garbage collection',
  (way) => {
    const { bytes, isWhole } = figures[way]
    expect(isWhole).toBe(true)
    figure(`a cached read by ${way} allocates`, bytes, 'bytes', { atMost: limits[way] })
  },
)
