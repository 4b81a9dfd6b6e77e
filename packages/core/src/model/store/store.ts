// The contract of a store. Our four stores keep it; so may a store of yours.

import type { Endpoint } from '../endpoint/endpoint.ts'
import type { StoredRule } from '../rule/rule.ts'
import type { Awaitable } from '../time/awaitable.ts'

export type { StoredRule } from '../rule/rule.ts'
export type { Awaitable } from '../time/awaitable.ts'

/**
 * Keeps endpoints by name, and their rules by id.
 *
 * Names are ordered by their UTF-8 bytes. A record comes back exactly as it was put: `data` is
 * text to a store, never parsed, and so is a rule.
 *
 * Writes take effect, and settle, in the order in which they were called. A write that has
 * resolved is as durable as the store can make it: a store on disk has synced it. A write that
 * rejects has either happened or not, never half; repeating it is safe.
 *
 * A store throws only `StoreError`. After `close` every call fails with one (`unavailable`).
 */
export interface EndpointStore {
  /** What keeps the records, in a word: `memory`, `level`, `indexeddb`. Shown by the health check. */
  readonly kind: string
  /**
   * Endpoints with rules that could not be read when the store was opened: they are not answered until
   * the rules are removed. Left out where that is not looked for.
   */
  readonly unreadableRules?: readonly string[]
  /**
   * The endpoint of that name, or `undefined`. Sees every write that has resolved. A store that
   * has the record at hand may return it without a promise.
   */
  get(name: string): Awaitable<Endpoint | undefined>
  /** Adds the endpoint, or replaces the one of that name, whole. */
  put(endpoint: Endpoint): Promise<void>
  /**
   * Removes the endpoint of that name, and its rules with it. Resolves to whether there was one; when
   * there was none, its rules stay.
   */
  remove(name: string): Promise<boolean>
  /** Removes every endpoint and every rule. Resolves to how many endpoints there were. */
  clear(): Promise<number>
  /**
   * The endpoints of a range in order. One that is written meanwhile may or may not be in it. A
   * record that cannot be read is left out if there is an `onUnreadable`, which is told its name
   * when it is reached; otherwise the list fails there (`corrupt`). A store whose records are
   * always readable, or which cannot go on after one that is not, may ignore `onUnreadable`.
   */
  list(range?: NameRange, onUnreadable?: (name: string) => void): AsyncIterable<Endpoint>
  /**
   * The names of a range in order, without reading the records. They come many at a time, as a
   * search goes through all of them: as many as the store reads at once, up to some thousands.
   */
  names(range?: NameRange): AsyncIterable<readonly string[]>
  /**
   * Adds the rule, behind the others of its endpoint, or replaces the one of that id: in its place
   * when it is of the same endpoint. The endpoint need not exist.
   */
  putRule(rule: StoredRule): Promise<void>
  /**
   * Puts these endpoints and then these rules, one after the other as `put` and `putRule` do: the
   * last one of a name or an id stays. All of them, or none when it rejects, also if the process is
   * killed meanwhile.
   */
  putAll(endpoints: readonly Endpoint[], rules: readonly StoredRule[]): Promise<void>
  /** Removes the rule of that id. Resolves to whether there was one. */
  removeRule(id: string): Promise<boolean>
  /** Removes the rules of an endpoint, or all. Resolves to how many there were. */
  clearRules(endpoint?: string): Promise<number>
  /** The rule of that id, or `undefined`. Sees every write that has resolved. */
  getRule(id: string): Awaitable<StoredRule | undefined>
  /**
   * The rules of an endpoint, oldest first; empty when there are none, which every read of an
   * endpoint asks: a store should know that without a promise.
   */
  rulesOf(endpoint: string): Awaitable<readonly StoredRule[]>
  /** The names that have rules, in order, whether there is such an endpoint or not. */
  namesWithRules(range?: NameRange): AsyncIterable<string>
  /**
   * How many rules an endpoint has, or all of them. As cheap as `count`. Like `rulesOf`, a store should
   * know without a promise that an endpoint has none.
   */
  countRules(endpoint?: string): Awaitable<number>
  /**
   * Tells of each change that did not come through a call of this store object, as soon as reads show
   * it. Returns what ends that. A store without it has a single writer: whoever calls it.
   */
  watch?(listener: (change: StoreChange) => void): () => void
  /** How many endpoints there are. Costs no more with a million than with one. */
  count(): Promise<number>
  /** Resolves when the store takes writes; rejects with the reason when it does not. */
  check(): Promise<void>
  /** Waits for the writes under way, then lets go of everything. May be called twice. */
  close(): Promise<void>
}

/**
 * What has changed: an endpoint of that name, and perhaps its rules; or perhaps everything, also rules
 * unless it says otherwise.
 */
export type StoreChange =
  | { readonly kind: 'changed'; readonly name: string; readonly hasOtherRules: boolean }
  | { readonly kind: 'all'; readonly hasOtherRules?: boolean }

/** A part of the names. Without members: all of them. */
export interface NameRange {
  /** Only names that begin with this. */
  readonly prefix?: string | undefined
  /** Only names after this one, which need not exist. */
  readonly after?: string | undefined
}

/**
 * Why a store failed:
 * `full` the disk has no room; `unavailable` it cannot be reached, or is closed; `timeout` it did
 * not answer, and a write may have happened; `corrupt` what is stored cannot be read; `locked`
 * another process has it open; `foreign` what is there belongs to another program.
 */
export type StoreErrorKind = 'full' | 'unavailable' | 'timeout' | 'corrupt' | 'locked' | 'foreign'

/**
 * The one error that stores throw. `cause` is what their database said. One of another copy of this
 * package, as a store of its own may bring along, is an `instanceof` this class too.
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
