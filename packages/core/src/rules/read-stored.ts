// A rule as a store keeps it.
import { parseRule } from '../model/parse-rule.ts'
import type { Rule } from '../model/rule.ts'
import { type StoredRule, StoreError } from '../model/store.ts'
import type { Turns } from '../model/turns.ts'

/** The rule that a store keeps. Throws a `StoreError` (`corrupt`) when its text is none. */
export function* readStored({ id, text }: StoredRule): Turns<Rule> {
  try {
    return { ...(yield* parseRule(text)), id }
  } catch (cause) {
    throw new StoreError('corrupt', 'A stored rule cannot be read.', { cause })
  }
}
