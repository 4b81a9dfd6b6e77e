// The interface of a test runner that a contract needs. No test framework is imported.

/**
 * Runs the tests: the `describe` and `test` of a test runner, unchanged, or two functions of your
 * own. A test fails if its body rejects.
 */
export interface TestRunner {
  /** Groups the tests that `body` adds. `body` is called before any of them runs. */
  describe(name: string, body: () => void): unknown
  /** Adds a test. Names are unique within a group, and the tests may run in any order. */
  test(name: string, body: () => Promise<void>): unknown
}
