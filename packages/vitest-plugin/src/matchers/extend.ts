// Adds the matchers to `expect`, as importing the plugin does.
import { expect } from 'vitest'
import { matchers } from '../matchers.ts'
import type { RequestPattern } from './pattern.ts'

declare global {
  namespace Chai {
    interface Assertion {
      /** Asserts that a mock server, or one of its endpoints, received a request. */
      toHaveBeenRequested(): void
      /** Asserts that exactly `times` requests were received. */
      toHaveBeenRequestedTimes(times: number): void
      /** Asserts that a request matches the pattern. */
      toHaveBeenRequestedWith(pattern: RequestPattern): void
      /** Asserts that the last request matches the pattern. */
      toHaveBeenLastRequestedWith(pattern: RequestPattern): void
      /** Asserts that request number `n`, counted from 1, matches the pattern. */
      toHaveBeenNthRequestedWith(n: number, pattern: RequestPattern): void
      /** Asserts that no request is unmatched, except late requests of an earlier test. */
      toHaveNoUnmatchedRequests(): void
      /**
       * Asserts that no temporary rule, except those of the options, has requests left to answer.
       */
      toHaveNoUnusedRules(): void
    }
  }
}

expect.extend({ ...matchers })
