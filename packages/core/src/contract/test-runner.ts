// What a contract needs of a test runner. No test framework is imported.

/**
 * What runs the tests: the `describe` and `test` of a test runner as they are, or two functions of
 * yours. A body that rejects is a test that failed.
 */
export interface TestRunner {
  /** Groups the tests that `body` adds. It is called before any of them runs. */
  describe(name: string, body: () => void): unknown
  /** Adds a test. The tests of a group have names of their own, and may run in any order. */
  test(name: string, body: () => Promise<void>): unknown
}
