// Ends waits before the timeout of their test, so that their error can be shown.
import type { DefaultTimeout } from '@mock-endpoint/core/client'
import type { RunnerTestCase } from 'vitest'
import { elapsed } from './test-clock.ts'

/** Minimum milliseconds to report a wait that ended. A busy machine may need more. */
const leastMargin = 250
const marginOfTimeout = 0.1
/** Milliseconds for a wait outside of tests, or in a test without a timeout or a known start. */
const otherwise = 3_000

/** Returns the timeout of a wait: the time that the current test has left, minus a margin. */
export function untilTimeout(current: () => RunnerTestCase | undefined): DefaultTimeout {
  return () => {
    const test = current()
    if (!test?.timeout || !Number.isFinite(test.timeout)) return otherwise
    const past = elapsed(test)
    const margin = Math.max(leastMargin, test.timeout * marginOfTimeout)
    const left = test.timeout - (past ?? 0) - margin
    return Math.max(past === undefined ? Math.min(left, otherwise) : left, 50)
  }
}
