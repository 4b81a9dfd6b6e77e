// Whether Vitest is still reading a file.
import { TestRunner } from 'vitest'

/** Then hooks may be set. `collectDuration` is there afterwards. */
export function isCollecting(): boolean {
  const { suite, file } = TestRunner.getCurrentSuite()
  return (suite?.file ?? file)?.collectDuration === undefined
}
