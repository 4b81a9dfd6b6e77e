// Runs the contract of a store where there is no test runner.
import { describeStore, type EndpointStore } from '@mock-endpoint/core/store-contract'

/** The error of each case. Empty if it passed. */
export type Outcomes = Record<string, string>

/** Runs all cases, one after another. */
export async function runContract(open: () => Promise<EndpointStore>): Promise<Outcomes> {
  const cases: [name: string, body: () => Promise<void>][] = []
  describeStore('a store', open, {
    describe: (_, body) => body(),
    test: (name, body) => cases.push([name, body]),
  })
  const outcomes: Outcomes = {}
  for (const [name, body] of cases) {
    outcomes[name] = await body().then(
      () => '',
      (error) => `${error.stack ?? error}`,
    )
  }
  return outcomes
}
