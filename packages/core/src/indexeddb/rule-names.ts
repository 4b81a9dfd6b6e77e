// The names of endpoints with rules, in memory, so that no rules are looked up for the others.
import type { StoreChange } from '../model/store/store.ts'
import { endpointOf, pastRules, ruleKeysIn, ruleKeysOf } from './records.ts'
import { resultOf, type Stores, walk } from './transact.ts'

export interface RuleNames {
  /** Whether the endpoint may have rules. False only if it is certain that it has none. */
  mayHave(name: string): boolean
  /** Forgets all names. Nothing is certain until they have been read again. */
  forget(): void
  /** Adopts what `findRules` found. Call it after its transaction, in the order of transactions. */
  update(found: FoundRules): void
}

/** Whether each endpoint with changed rules has rules now. With `isAll`: all that have rules. */
export interface FoundRules {
  readonly isAll: boolean
  readonly names: ReadonlyMap<string, boolean>
}

export function createRuleNames(): RuleNames {
  let names: Set<string> | undefined

  return {
    mayHave: (name) => names?.has(name) ?? true,
    forget() {
      names = undefined
    },
    update(found) {
      if (found.isAll) names = new Set()
      for (const [name, hasRules] of found.names) {
        if (hasRules) names?.add(name)
        else names?.delete(name)
      }
    },
  }
}

export const allChanged: readonly StoreChange[] = [{ kind: 'all' }]

/** Finds out, within a transaction, which endpoints have rules after these changes. */
export async function findRules(
  { rules }: Pick<Stores, 'rules'>,
  changes: readonly StoreChange[],
): Promise<FoundRules> {
  const names = new Map<string, boolean>()
  if (changes.some(({ kind }) => kind === 'all')) {
    await walkRuleNames(rules, ruleKeysIn({}), (name) => names.set(name, true))
    return { isAll: true, names }
  }
  const counted = changes.map(async (change) => {
    if (change.kind === 'all' || !change.hasOtherRules) return
    names.set(change.name, (await resultOf(rules.count(ruleKeysOf(change.name)))) > 0)
  })
  await Promise.all(counted)
  return { isAll: false, names }
}

/** Calls `take` with each name that has rules, until it returns false. */
export async function walkRuleNames(
  rules: IDBObjectStore,
  keys: IDBKeyRange | undefined,
  take: (name: string) => unknown,
): Promise<void> {
  if (!keys) return
  await walk(rules.openKeyCursor(keys), ({ key }) => {
    const name = endpointOf(key)
    return take(name) === false ? false : pastRules(name)
  })
}
