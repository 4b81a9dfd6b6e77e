// When the current try of a test began. Its timeout counts from then, and Vitest has no API for it.
import { type RunnerTestCase, TestRunner } from 'vitest'

/** The real time, because Vitest may fake `Date`. */
const { now } = Date

interface Start {
  readonly test: string
  readonly at: number
}

const starts = new WeakMap<RunnerTestCase, Start>()
const watched = new WeakSet<object>()

/** Notes the start of a try. Call it then, in its hooks, or as early in the test as possible. */
export function noteStart(test: RunnerTestCase): void {
  const suite = test.suite ?? test.file
  if (!watched.has(suite)) {
    watched.add(suite)
    // Hooks have their own timeouts. The timeout of the test counts from the end of the last hook.
    TestRunner.getSuiteHooks(suite).beforeEach.push((context) => restart(context.task))
  }
  // A concurrent test may wait for other tests after its hooks.
  if (starts.get(test)?.test !== tryOf(test) || test.concurrent) restart(test)
}

/** Returns the milliseconds since the current try began, or `undefined` if that was not noted. */
export function elapsed(test: RunnerTestCase): number | undefined {
  const start = starts.get(test)
  return start?.test === tryOf(test) ? now() - start.at : undefined
}

function restart(test: RunnerTestCase): void {
  starts.set(test, { test: tryOf(test), at: now() })
}

function tryOf({ result }: RunnerTestCase): string {
  return `${result?.retryCount} ${result?.repeatCount}`
}
