// Ends the waits of a test with it, so that they cannot take requests of the next test.
import type { RunnerTestCase } from 'vitest'

const scopes = new WeakMap<RunnerTestCase, AbortController>()

/** Returns a function whose signal aborts when the current try of the current test ends. */
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
