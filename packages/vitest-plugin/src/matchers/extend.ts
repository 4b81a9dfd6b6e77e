// Adds the matchers to `expect`, as importing the plugin does.
import { expect } from 'vitest'
import { matchers } from '../matchers.ts'
import type { RequestPattern } from './pattern.ts'

declare global {
  namespace Chai {
    interface Assertion {
      /** That a mock server, or one of its endpoints, received a request. */
      toHaveBeenRequested(): void
      /** That it received exactly so many requests. */
      toHaveBeenRequestedTimes(times: number): void
      /** That one of its requests is like this. */
      toHaveBeenRequestedWith(pattern: RequestPattern): void
      /** That the last of its requests is like this. */
      toHaveBeenLastRequestedWith(pattern: RequestPattern): void
      /** That its request of this number, counted from 1, is like this. */
      toHaveBeenNthRequestedWith(n: number, pattern: RequestPattern): void
      /** That an endpoint answered all of its requests, but for late ones of an earlier test. */
      toHaveNoUnmatchedRequests(): void
      /** That no rule that was added for a number of requests has some left to answer. */
      toHaveNoUnusedRules(): void
    }
  }
}

expect.extend({ ...matchers })
