// How long a wait may take, so that it ends before the time-out of its test and can say why.
import type { DefaultTimeout } from '@mock-endpoint/core/client'
import type { RunnerTestCase } from 'vitest'

/** Vitest may fake the global one. */
const { now } = Date
/** What is left for the message of a wait that ended. */
const margin = 250

/** What the current test has left; 3 s when no test is running, or its time-out is unknown. */
export function untilTimeout(current: () => RunnerTestCase | undefined): DefaultTimeout {
  return () => {
    const test = current()
    if (!test?.timeout || !test.result || !Number.isFinite(test.timeout)) return 3_000
    const { startTime = now(), retryCount = 0, repeatCount = 0 } = test.result
    // It tells when the first try began.
    const elapsed = retryCount + repeatCount === 0 ? now() - startTime : 0
    return Math.max(test.timeout - elapsed - margin, 50)
  }
}
