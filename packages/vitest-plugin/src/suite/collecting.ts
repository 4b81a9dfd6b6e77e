// Whether Vitest is still collecting the tests of a file.
import { TestRunner } from 'vitest'

/** Whether hooks may be set. Vitest sets `collectDuration` when collecting ends. */
export function isCollecting(): boolean {
  const { suite, file } = TestRunner.getCurrentSuite()
  return (suite?.file ?? file)?.collectDuration === undefined
}
