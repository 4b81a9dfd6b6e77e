// Unsaved text of rules whose endpoint gets another name.
import type { ListedRule } from '@mock-endpoint/core/client'
import {
  endpointOfKey,
  freshId,
  keyOfNewRule,
  keyOfRule,
  ruleOfKey,
} from '../../drafts/draft-keys.ts'
import type { KeptDraft } from '../../drafts/draft-store.ts'
import { bringBack, draftKeys, dropDraft, readDraft } from '../../drafts/kept-drafts.ts'
import { checkJson } from '../../json/check-json.ts'
import { valueAt, withValue } from '../../json/members.ts'
import type { KeptRule } from './rule-draft.ts'

/** Resolves to the drafts of an endpoint and of its rules. */
export async function draftsOf(name: string): Promise<readonly KeptDraft[]> {
  const keys = (await draftKeys()).filter((key) => endpointOfKey(key) === name)
  return (await Promise.all(keys.map((key) => readDraft(key)))).filter((draft) => !!draft)
}

/** Moves the drafts of these rules, and of new ones, so that saving one changes the moved rule. */
export async function moveRuleDrafts(
  rules: readonly ListedRule[],
  from: string,
  to: string,
): Promise<void> {
  const ids = new Set(rules.map(({ id }) => id))
  for (const draft of await draftsOf(from)) {
    const rule = ruleOfKey(draft.key)
    if (!rule || (rule.id !== undefined && !ids.has(rule.id))) continue
    const { base, typed } = draft as KeptRule
    const moved: KeptRule = {
      key: rule.id === undefined ? keyOfNewRule(to, freshId()) : keyOfRule(to, rule.id),
      title: draft.title,
      base: renamed(base, from, to),
      typed: { data: renamed(typed.data, from, to) },
    }
    dropDraft(draft.key)
    bringBack(moved)
  }
}

/** Returns the text of a rule with the other endpoint. Unfinished text stays as it is. */
function renamed(text: string, from: string, to: string): string {
  if (checkJson(text)) return text
  const endpoint = valueAt(text, ['endpoint'])
  if (endpoint === undefined || JSON.parse(endpoint) !== from) return text
  return withValue(text, ['endpoint'], JSON.stringify(to))
}
