// Runs the HTTP contract on a runtime, with its declared differences.

import type { RunnerTestCase, RunnerTestSuite } from 'vitest'
import { afterAll, beforeEach, expect } from 'vitest'
import { describeContract } from '../../../packages/core/src/test/contract/contract.ts'
import type { SharedServices } from '../../../packages/core/src/test/shared-services.ts'

/** Something that a runtime does differently. */
export interface Difference {
  /** Matches the names, with those of their suites, of all cases that fail because of it. */
  readonly cases: RegExp
  /** What differs and why, in a sentence for the docs. */
  readonly why: string
  /** Whether the cases fail only at times, so that they are not run. Default: false. */
  readonly isByChance?: boolean
}

interface RuntimeOptions {
  readonly differences?: readonly Difference[]
  /** The kind of the services' store. Default: `memory`. */
  readonly store?: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** The declared difference of a case that fails. */
    difference?: string
  }
}

/**
 * Every case must pass, except those that are declared to differ. These must fail, so that a
 * difference that has disappeared is noticed. Those that fail by chance are left out.
 */
export function describeRuntime(
  name: string,
  { open, stop }: SharedServices,
  { differences = [], store }: RuntimeOptions = {},
): void {
  const differenceOf = (task: RunnerTestCase): Difference | undefined =>
    differences.find(({ cases }) => cases.test(nameOf(task)))
  let all: RunnerTestSuite | undefined
  beforeEach(({ task, skip }) => {
    all = task.file
    const found = differenceOf(task)
    if (!found) return
    task.meta.difference = found.why
    if (found.isByChance) skip(found.why)
    // The same as `test.fails`, which would have to be decided before the cases are known.
    Object.assign(task, { fails: true })
  })
  afterAll(async () => {
    await stop()
    // Looks at all cases, also at those that are not run, because one case may be run alone.
    const found = new Set(all && testsIn(all).map(differenceOf))
    expect(differences.filter((one) => !found.has(one))).toEqual([])
  })
  describeContract(name, open, store)
}

function testsIn({ tasks }: RunnerTestSuite): RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))
}

/** Returns its name after those of its suites, without the file's. */
function nameOf(task: RunnerTestCase | RunnerTestSuite): string {
  return task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name
}
