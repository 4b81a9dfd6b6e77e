// A rule as a store keeps it.
import { parseRule } from '../model/parse-rule.ts'
import type { Rule } from '../model/rule.ts'
import { type StoredRule, StoreError } from '../model/store.ts'
import type { Turns } from '../model/turns.ts'

/** The rule that a store keeps. Throws a `StoreError` (`corrupt`) when its text is none. */
export function* readStored({ id, endpoint, text }: StoredRule): Turns<Rule> {
  try {
    return { ...(yield* parseRule(text)), id }
  } catch (cause) {
    const detail = `The stored rule \`${id}\` of \`${endpoint}\` cannot be read. Add it again, or remove it.`
    throw new StoreError('corrupt', detail, { cause })
  }
}
