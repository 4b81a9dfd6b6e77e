// Writes that wait together: how many one commit takes, and the batch that they come to.
import type { Endpoint } from '../model/endpoint.ts'
import type { StoredRule, StoreError } from '../model/store.ts'
import type { BatchOperation } from './database.ts'
import { toKey, toValue } from './records.ts'
import { toRuleKey, toRuleValue } from './rule-records.ts'
import type { RulesDraft } from './rules.ts'

export type Change =
  | { readonly put: Endpoint }
  | { readonly remove: string }
  | { readonly putRule: StoredRule }
  | { readonly removeRule: string }
  /** Of that endpoint, or all. */
  | { readonly clearRules: string | undefined }

export type Write = Change | 'clear'

export function isChange(write: Write): write is Change {
  return write !== 'clear'
}

export function removes(write: Write): boolean {
  return write === 'clear' || !('put' in write || 'putRule' in write)
}

/** The name of the endpoint that a change puts or removes. */
export function nameOf(change: Change): string | undefined {
  if ('put' in change) return change.put.name
  return 'remove' in change ? change.remove : undefined
}

/** One commit takes at most this many characters of data, so that no one waits for very long. */
const maxCommitLength = 8 * 1024 * 1024

/** A `clear` is committed alone; changes are committed together, up to the next one. */
export function fit(writes: readonly Write[]): number {
  let length = 0
  for (const [i, write] of writes.entries()) {
    if (write === 'clear') return Math.max(i, 1)
    length += lengthOf(write)
    if (length > maxCommitLength) return Math.max(i, 1)
  }
  return writes.length
}

export function lengthOf(change: Change): number {
  if ('put' in change) return change.put.data.length
  return 'putRule' in change ? change.putRule.id.length + change.putRule.text.length : 0
}

/** What there is; afterwards, what there will be. */
export interface Draft {
  /** Of the names of the changes, those of endpoints. */
  readonly names: Set<string>
  readonly rules: RulesDraft
}

export interface Plan {
  readonly operations: BatchOperation[]
  /** For each change, how many endpoints or rules it removes, or why it is refused. */
  readonly results: (number | StoreError)[]
  /** By how many the count of endpoints grows. */
  readonly added: number
}

/** With a refusal no endpoint and no rule is put. */
export function plan(changes: readonly Change[], draft: Draft, refusal?: StoreError): Plan {
  const before = draft.names.size
  const operations: BatchOperation[] = []
  const results = changes.map((change) => {
    if (refusal && !removes(change)) return refusal
    const { removed, ...made } = operationsOf(change, draft)
    for (const operation of made.operations) operations.push(operation)
    return removed
  })
  return { operations, results, added: draft.names.size - before }
}

interface Planned {
  readonly operations: readonly BatchOperation[]
  readonly removed: number
}

function operationsOf(change: Change, { names, rules }: Draft): Planned {
  if ('put' in change) {
    names.add(change.put.name)
    return puts(toKey(change.put.name), toValue(change.put))
  }
  if ('putRule' in change) {
    const { id, endpoint } = change.putRule
    const { place, former } = rules.put(id, endpoint)
    const moved = former ? [toRuleKey(former)] : []
    return puts(toRuleKey(place), toRuleValue(change.putRule), moved)
  }
  if ('removeRule' in change) {
    const former = rules.remove(change.removeRule)
    return deletes(former ? [toRuleKey(former)] : [])
  }
  if ('clearRules' in change) return deletes(rules.clear(change.clearRules).map(toRuleKey))
  const { remove } = change
  if (!names.delete(remove)) return deletes([])
  return { ...deletes([toKey(remove), ...rules.clear(remove).map(toRuleKey)]), removed: 1 }
}

function puts(key: string, value: string, instead: readonly string[] = []): Planned {
  return { operations: [...deletes(instead).operations, { type: 'put', key, value }], removed: 0 }
}

function deletes(keys: readonly string[]): Planned {
  return { operations: keys.map((key) => ({ type: 'del', key })), removed: keys.length }
}
