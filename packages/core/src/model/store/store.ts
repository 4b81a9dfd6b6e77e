// The contract of a store, for the stores of this project and for stores that users write.

import type { Endpoint } from '../endpoint/endpoint.ts'
import type { StoredRule } from '../rule/rule.ts'
import type { Awaitable } from '../time/awaitable.ts'

export type { StoredRule } from '../rule/rule.ts'
export type { Awaitable } from '../time/awaitable.ts'

/**
 * Keeps endpoints by name, and their rules by id.
 *
 * Names are ordered by their UTF-8 bytes. Endpoints and rules are returned exactly as they were
 * put: a store never parses `data`, nor the text of a rule.
 *
 * Writes take effect, and settle, in the order in which they were called. A write that has
 * resolved is as durable as the store can make it: a store on disk has synced it. A write that
 * rejects has either happened or not, but never in part. It is safe to repeat it.
 *
 * A store throws only `StoreError`. After `close` every call fails with one (`unavailable`).
 */
export interface EndpointStore {
  /** The kind of store, such as `memory`, `level`, `indexeddb`. The health response includes it. */
  readonly kind: string
  /**
   * Endpoints with rules that could not be read when the store was opened. Requests to them fail
   * until the rules are removed. Absent if the store does not look for them.
   */
  readonly unreadableRules?: readonly string[]
  /**
   * Returns the endpoint with that name, or `undefined`. Sees every write that has resolved. A
   * store that has the endpoint in memory may return it without a promise.
   */
  get(name: string): Awaitable<Endpoint | undefined>
  /** Adds the endpoint, or completely replaces the one with that name. */
  put(endpoint: Endpoint): Promise<void>
  /**
   * Removes the endpoint with that name, and its rules. Resolves to whether there was one. If there
   * was none, rules for that name stay.
   */
  remove(name: string): Promise<boolean>
  /** Removes every endpoint and every rule. Resolves to the number of endpoints removed. */
  clear(): Promise<number>
  /**
   * Lists the endpoints of a range in order. One that is written meanwhile may or may not be
   * included. An endpoint that cannot be read is left out if there is an `onUnreadable`, which is
   * called with its name when it is reached. Otherwise the list fails there (`corrupt`). A store
   * whose endpoints are always readable, or that cannot continue after such a failure, may ignore
   * `onUnreadable`.
   */
  list(range?: NameRange, onUnreadable?: (name: string) => void): AsyncIterable<Endpoint>
  /**
   * Lists the names of a range in order, without reading the endpoints. Because a search reads all
   * names, they come in batches: as many as the store reads at once, up to some thousands.
   */
  names(range?: NameRange): AsyncIterable<readonly string[]>
  /**
   * Adds the rule after the others of its endpoint, or replaces the one with that id, whose place
   * it takes if the endpoint is the same. The endpoint need not exist.
   */
  putRule(rule: StoredRule): Promise<void>
  /**
   * Puts these endpoints and then these rules, one after the other as `put` and `putRule` do: the
   * last one with a name or an id stays. Puts all of them, or none if it rejects, even if the
   * process is killed meanwhile.
   */
  putAll(endpoints: readonly Endpoint[], rules: readonly StoredRule[]): Promise<void>
  /** Removes the rule with that id. Resolves to whether there was one. */
  removeRule(id: string): Promise<boolean>
  /** Removes the rules of an endpoint, or all rules. Resolves to the number of rules removed. */
  clearRules(endpoint?: string): Promise<number>
  /** Returns the rule with that id, or `undefined`. Sees every write that has resolved. */
  getRule(id: string): Awaitable<StoredRule | undefined>
  /**
   * Returns the rules of an endpoint, oldest first. Every read of an endpoint calls this, so a
   * store should return an empty list without a promise.
   */
  rulesOf(endpoint: string): Awaitable<readonly StoredRule[]>
  /** Lists the names that have rules, in order, whether or not the endpoint exists. */
  namesWithRules(range?: NameRange): AsyncIterable<string>
  /**
   * Returns the number of rules of an endpoint, or of all rules. As cheap as `count`. As in
   * `rulesOf`, a store should return 0 for an endpoint without a promise.
   */
  countRules(endpoint?: string): Awaitable<number>
  /**
   * Calls the listener for each change that was not made by a call of this store object, as soon as
   * reads show it. Returns a function that ends that. A store without `watch` has no other writers.
   */
  watch?(listener: (change: StoreChange) => void): () => void
  /** Returns the number of endpoints. Costs no more with a million than with one. */
  count(): Promise<number>
  /** Resolves if the store accepts writes. Rejects with the reason if it does not. */
  check(): Promise<void>
  /** Waits for the writes in progress, then releases all resources. May be called twice. */
  close(): Promise<void>
}

/**
 * A change of the endpoint with that name, or possibly of everything. `hasOtherRules` is whether
 * its rules may have changed too. Default, for `all`: true.
 */
export type StoreChange =
  | { readonly kind: 'changed'; readonly name: string; readonly hasOtherRules: boolean }
  | { readonly kind: 'all'; readonly hasOtherRules?: boolean }

/** A range of names. Without members: all names. */
export interface NameRange {
  /** Only names that begin with this. */
  readonly prefix?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
}

/**
 * The reason why a store failed. `full`: there is no room. `unavailable`: it cannot be reached, or
 * is closed. `timeout`: it did not respond, and a write may have happened. `corrupt`: the stored
 * data cannot be read. `locked`: another process has it open. `foreign`: the data there belongs to
 * another program.
 */
export type StoreErrorKind = 'full' | 'unavailable' | 'timeout' | 'corrupt' | 'locked' | 'foreign'

/**
 * The only error that stores throw. `cause` is the error of their database. An instance from
 * another copy of this package, which a user's store may have, is an `instanceof` this class too.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }

  /** @hidden */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as Error | null)?.name === 'StoreError' && 'kind' in (value as Error)
  }
}
