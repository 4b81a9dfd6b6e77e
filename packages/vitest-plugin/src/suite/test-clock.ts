// When the current try of a test began: its time-out goes by that, and Vitest does not tell.
import { type RunnerTestCase, TestRunner } from 'vitest'

/** Vitest may fake the global one. */
const { now } = Date

interface Start {
  readonly test: string
  readonly at: number
}

const starts = new WeakMap<RunnerTestCase, Start>()
const watched = new WeakSet<object>()

/** To be called when a try of a test begins, in its hooks, or as early in the test as can be. */
export function noteStart(test: RunnerTestCase): void {
  const suite = test.suite ?? test.file
  if (!watched.has(suite)) {
    watched.add(suite)
    // Hooks have time-outs of their own: the test begins after the last one.
    TestRunner.getSuiteHooks(suite).beforeEach.push((context) => restart(context.task))
  }
  // A concurrent test may wait for others after its hooks.
  if (starts.get(test)?.test !== tryOf(test) || test.concurrent) restart(test)
}

/** How long the current try has been going on, in milliseconds; `undefined` when it was not noted. */
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
