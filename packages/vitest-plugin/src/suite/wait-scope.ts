// The waits of a test end with it: none takes a request of the test after it.
import type { RunnerTestCase } from 'vitest'

const scopes = new WeakMap<RunnerTestCase, AbortController>()

/** Aborts when the current try of the current test is over. */
export function untilEnd(current: () => RunnerTestCase | undefined): () => AbortSignal | undefined {
  return () => {
    const test = current()
    if (!test?.result) return undefined
    const open = scopes.get(test)
    if (open) return open.signal
    const scope = new AbortController()
    scopes.set(test, scope)
    test.context.onTestFinished(() => {
      scopes.delete(test)
      scope.abort('its test is over')
    })
    return scope.signal
  }
}
