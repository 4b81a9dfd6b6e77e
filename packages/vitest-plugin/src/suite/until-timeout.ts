// How long a wait may take, so that it ends before the time-out of its test and can say why.
import type { DefaultTimeout } from '@mock-endpoint/core/client'
import type { RunnerTestCase } from 'vitest'
import { elapsed } from './test-clock.ts'

/** What is left for the message of a wait that ended, in milliseconds: more when the machine is slow. */
const leastMargin = 250
const marginOfTimeout = 0.1
/** For a wait outside of tests, or in a test of which the beginning was missed. */
const otherwise = 3_000

/** What the current test has left. */
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
