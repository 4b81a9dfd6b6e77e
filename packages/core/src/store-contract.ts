/**
 * The contract of a store as a test suite. It checks on any store what `EndpointStore` specifies.
 *
 * @module @mock-endpoint/core/store-contract
 */
import type { TestRunner } from './contract/test-runner.ts'
import type { Awaitable, EndpointStore } from './model/store/store.ts'
import { testClosing } from './store-contract/closing.ts'
import { onStore, type TestOnStore } from './store-contract/on-store.ts'
import { testLists, testRecords } from './store-contract/reading.ts'
import { testRuleLists, testRules } from './store-contract/reading-rules.ts'
import { type OpenAnother, testSharing } from './store-contract/sharing.ts'
import { testOrderOfWrites, testWrites } from './store-contract/writing.ts'
import { testOrderOfWritesOfMany, testWritesOfMany } from './store-contract/writing-all.ts'
import { testOrderOfRuleWrites, testRuleWrites } from './store-contract/writing-rules.ts'

export type { TestRunner } from './contract/test-runner.ts'
export type { Endpoint } from './model/endpoint/endpoint.ts'
export type {
  Awaitable,
  EndpointStore,
  NameRange,
  StoreChange,
  StoredRule,
} from './model/store/store.ts'
export { reopenedForReads } from './store-contract/reopened-for-reads.ts'
export type { OpenAnother } from './store-contract/sharing.ts'

/**
 * Checks the whole contract of a store, one behaviour per test, in a group with that name.
 *
 * `open` resolves to a new, empty store for each test, and the test closes it. You have to remove
 * anything else that it leaves behind (a folder, keys in a database). A test fails with an `Error`
 * that has the expected and the actual value.
 *
 * For a store that several services may have open, `openAnother` opens another one on the records
 * of the store that was opened last. Then the contract of `watch` is checked too.
 *
 * These tests cannot check whether a write survives a crash.
 */
export function describeStore(
  name: string,
  open: () => Awaitable<EndpointStore>,
  runner: TestRunner,
  openAnother?: OpenAnother,
): void {
  runner.describe(name, () => {
    const test: TestOnStore = (behaviour, check) => {
      runner.test(behaviour, () => onStore(open, check))
    }
    testRecords(test)
    testLists(test)
    testWrites(test)
    testOrderOfWrites(test)
    testRules(test)
    testRuleLists(test)
    testRuleWrites(test)
    testOrderOfRuleWrites(test)
    testWritesOfMany(test)
    testOrderOfWritesOfMany(test)
    testClosing(test)
    if (openAnother) testSharing(test, openAnother)
  })
}
