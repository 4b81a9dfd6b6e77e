// Plans one batch for the writes that wait together.
import type { StoreError } from '../model/store/store.ts'
import { type Change, type Records, removes } from '../model/store/store-writes.ts'
import type { Yielding } from '../model/time/yielding.ts'
import type { BatchOperation } from './database.ts'
import { toKey, toValue } from './records.ts'
import { toRuleKey, toRuleValue } from './rule-records.ts'
import type { RulesDraft } from './rules.ts'

export function putsRules(change: Change): boolean {
  return 'putRule' in change || ('putAll' in change && change.putAll.rules.length > 0)
}

/** The state before the changes. Planning updates it to the state after them. */
export interface Draft {
  /** The names in the changes for which there is an endpoint. */
  readonly names: Set<string>
  readonly rules: RulesDraft
}

export interface Plan {
  readonly operations: BatchOperation[]
  /** For each change, the number of endpoints or rules that it removes, or why it is refused. */
  readonly results: (number | StoreError)[]
  /** The change in the number of endpoints. */
  readonly added: number
}

/** Plans the operations of changes. With a refusal, only removals are planned. */
export function* plan(
  changes: readonly Change[],
  draft: Draft,
  refusal?: StoreError,
): Yielding<Plan> {
  const before = draft.names.size
  const operations: BatchOperation[] = []
  const results: (number | StoreError)[] = []
  for (const change of changes) {
    if (refusal && !removes(change)) {
      results.push(refusal)
      continue
    }
    let removed = 0
    for (const single of singlesOf(change)) {
      const planned = operationsOf(single, draft)
      removed += planned.removed
      for (const operation of planned.operations) operations.push(operation)
      yield
    }
    results.push(removed)
  }
  return { operations, results, added: draft.names.size - before }
}

/** A change other than `putAll`. */
type Single = Exclude<Change, { readonly putAll: Records }>

function* singlesOf(change: Change): Generator<Single> {
  if (!('putAll' in change)) return yield change
  for (const put of change.putAll.endpoints) yield { put }
  for (const putRule of change.putAll.rules) yield { putRule }
}

interface Planned {
  readonly operations: readonly BatchOperation[]
  readonly removed: number
}

function operationsOf(change: Single, { names, rules }: Draft): Planned {
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
