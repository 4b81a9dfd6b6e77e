// The contract of a store inside a runtime, with one test for each of its cases.
import { describeStore } from '@mock-endpoint/core/store-contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Outcomes } from '../inside/run-contract.ts'

/** `run` is called once, and resolves to the error of each case. */
export function describeContract(name: string, run: () => Promise<Outcomes>): void {
  describe(name, () => {
    const names: string[] = []
    let outcomes: Outcomes = {}
    beforeAll(async () => {
      outcomes = await run()
    }, 120_000)

    describeStore('a store', () => Promise.reject(new Error('It opens inside the runtime.')), {
      describe: (_, body) => body(),
      test: (each) => names.push(each),
    })
    test.each(names)('%s', (each) => {
      expect(outcomes[each]).toBe('')
    })
    test('the runtime ran exactly the known cases', () => {
      expect(Object.keys(outcomes)).toEqual(names)
    })
  })
}
