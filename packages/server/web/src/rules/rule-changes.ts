// What is done with a rule: saved, removed with a way back, switched off and on.
import { type ListedRule, type RuleResponse, ruleToJson } from '@mock-endpoint/core/client'
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
  await change(list, id, (rule) => {
    if (isOn(rule) === on) return rule
    if (!on) park(id, 'chance', rule.chance)
    return { ...rule, chance: on ? (takeParked(id, 'chance') as number | undefined) : 0 }
  })
}

/** Has a rule that forwards record what it forwards, or no longer. Its counts begin anew. */
export async function switchRecording(list: RuleList, id: string, on: boolean): Promise<void> {
  await change(list, id, (rule) => {
    const { record, ...response } = rule.response ?? {}
    if (!!record === on) return rule
    if (on) {
      const how = (takeParked(id, 'record') as RuleResponse['record']) ?? true
      return { ...rule, response: { ...response, record: how } }
    }
    park(id, 'record', record)
    return { ...rule, response }
  })
}

async function change(
  list: RuleList,
  id: string,
  to: (rule: ListedRule) => ListedRule,
): Promise<void> {
  try {
    const rule = await control.getRule(id)
    const changed = to(rule)
    if (changed !== rule) await control.addRule(ruleToJson(changed))
  } catch (error) {
    sayError(error)
  }
  await list.refresh()
}

// What a rule had before it was switched off, for the few that have it. Where that is not known the rule
// comes back without a chance, and records as usual.
const keyOf = (id: string, member: string): string => `mock-endpoint-${member} ${id}`

function park(id: string, member: string, value: unknown): void {
  kept.write(keyOf(id, member), value === undefined ? undefined : JSON.stringify(value))
}

function takeParked(id: string, member: string): unknown {
  const json = kept.read(keyOf(id, member))
  kept.write(keyOf(id, member), undefined)
  return json === undefined ? undefined : JSON.parse(json)
}

async function showChange(list: RuleList): Promise<void> {
  await Promise.all([list.refresh(), refreshNames()])
}
