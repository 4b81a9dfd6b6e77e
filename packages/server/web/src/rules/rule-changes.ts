// What is done with a rule: saved, removed with a way back, switched off and on.
import { type ListedRule, ruleToJson } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import type { KeptDraft } from '../drafts/draft-store.ts'
import { bringBack } from '../drafts/kept-drafts.ts'
import { say, sayError } from '../shell/toasts.tsx'
import { kept } from '../storage.ts'
import { findRule } from './list/all-rules.ts'
import { refreshNames } from './list/names-with-rules.ts'
import type { RuleList } from './list/rule-list.ts'

interface RuleChange {
  readonly list: RuleList
  readonly text: string
  /** The rule that it was until now, if the service has it: it goes when it has another id. */
  readonly before: ListedRule | undefined
  /** What has its id until now, and goes. */
  readonly replaced: ListedRule | undefined
  /** Is called when somebody has undone the replacement. */
  readonly onUndone: () => void
}

/** Resolves to the rule as it was taken. When it replaces another, that can be undone. */
export async function saveRule(change: RuleChange): Promise<ListedRule> {
  const { list, text, before, replaced, onUndone } = change
  const saved = await control.addRule(text)
  const { id, endpoint } = saved
  // What is used up is gone already.
  const old = before && before.id !== id && before.left !== 0 ? before : undefined
  if (old) {
    await control.removeRule(old.id)
    list.unpin(old.id)
  }
  const named = endpoint === list.endpoint ? id : `${id} of ${endpoint}`
  const undo = async (): Promise<void> => {
    if (await putBack(list, old ? [old, replaced] : [replaced])) onUndone()
  }
  if (replaced) say(`Replaced rule ${named}.`, () => void undo())
  else say(`Saved rule ${named}.`)
  await showChange(list)
  return saved
}

/** Removes it and what `drop` returns, which is typed and not saved, and offers to put both back. */
export async function removeRule(
  list: RuleList,
  id: string,
  drop: () => KeptDraft | undefined,
): Promise<void> {
  try {
    const rule = await control.getRule(id)
    await control.removeRule(id)
    const typed = drop()
    list.unpin(id)
    const undo = async (): Promise<void> => {
      if ((await putBack(list, [rule])) && typed) bringBack(typed)
    }
    say(`Removed rule ${id}.`, () => void undo())
  } catch (error) {
    sayError(error)
  }
  await showChange(list)
}

/** Says what came of it. Resolves to whether they are back. */
async function putBack(
  list: RuleList,
  rules: readonly (ListedRule | undefined)[],
): Promise<boolean> {
  let isBack = false
  try {
    for (const rule of rules) {
      if (!rule) continue
      const isReplaced = (await findRule(rule.id)) !== undefined
      await control.addRule(ruleToJson(rule))
      // What is added is a new rule to the service, and the order is that of the additions.
      const others = rule.left === null ? 'before the others without' : 'after the others with'
      say(`Rule ${rule.id} is back${isReplaced ? '' : `, ${others} an end`}.`)
    }
    isBack = true
  } catch (error) {
    sayError(error)
  }
  await showChange(list)
  return isBack
}

/** Whether it answers at all. */
export function isOn({ chance }: ListedRule): boolean {
  return chance !== 0
}

/**
 * Switched off, a rule stays in the service with a chance of 0. Replaced by its id it keeps its place
 * in the order, which it would lose if it were removed and added again; and it is off for everybody,
 * and can be switched on from any browser. Its counts begin anew.
 */
export async function switchRule(list: RuleList, id: string, on: boolean): Promise<void> {
  try {
    const rule = await control.getRule(id)
    if (isOn(rule) !== on) {
      if (!on) keepChance(rule)
      await control.addRule(ruleToJson({ ...rule, chance: on ? takeChance(id) : 0 }))
    }
  } catch (error) {
    sayError(error)
  }
  await list.refresh()
}

// The chance that a rule had before it was switched off, for the few that have one. Where that is not
// known the rule comes back without a chance: it answers each request that matches.
const keyOf = (id: string): string => `mock-endpoint-chance ${id}`

function keepChance({ id, chance }: ListedRule): void {
  kept.write(keyOf(id), chance === undefined ? undefined : String(chance))
}

function takeChance(id: string): number | undefined {
  const chance = kept.read(keyOf(id))
  kept.write(keyOf(id), undefined)
  return chance === undefined ? undefined : Number(chance)
}

async function showChange(list: RuleList): Promise<void> {
  await Promise.all([list.refresh(), refreshNames()])
}
