// The HTTP contract on a runtime, with what is declared to differ there.

import type { RunnerTestCase, RunnerTestSuite } from 'vitest'
import { afterAll, beforeEach, expect } from 'vitest'
import { describeContract } from '../../../packages/core/src/test/contract/contract.ts'
import type { SharedServices } from '../../../packages/core/src/test/shared-services.ts'

/** Something that a runtime does differently. */
export interface Difference {
  /** The cases that fail for it, by their names with those of their suites: each of them. */
  readonly cases: RegExp
  /** What differs and why, in a sentence for the docs. */
  readonly why: string
  /** Whether the cases fail only at times, so that one that passes tells nothing. Default: false. */
  readonly isByChance?: boolean
}

interface RuntimeOptions {
  readonly differences?: readonly Difference[]
  /** The kind of the services' store. Default: `memory`. */
  readonly store?: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** What the case that fails differs in. */
    difference?: string
  }
}

/**
 * Every case has to pass, but for those that are declared to differ: they have to fail, so that a
 * difference which has gone is noticed. Those that fail by chance are left out.
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
    // As `test.fails` would have it, which has to be known before the cases are.
    Object.assign(task, { fails: true })
  })
  afterAll(async () => {
    await stop()
    // Of all cases, those that are not run too: one that failed is run again alone.
    const found = new Set(all && testsIn(all).map(differenceOf))
    expect(differences.filter((one) => !found.has(one))).toEqual([])
  })
  describeContract(name, open, store)
}

function testsIn({ tasks }: RunnerTestSuite): RunnerTestCase[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))
}

/** Its name behind those of its suites, but for the file's. */
function nameOf(task: RunnerTestCase | RunnerTestSuite): string {
  return task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name
}
