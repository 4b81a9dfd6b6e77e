// Changes of a rule: save it, remove it with undo, switch it and its recording on and off.
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
  /** The rule before the change, if the service has it. It is removed if the id has changed. */
  readonly before: ListedRule | undefined
  /** The rule that is overwritten, if any: another one with its id, or another user's version. */
  readonly replaced: ListedRule | undefined
  /** Called after the user has undone the replacement. */
  readonly onUndone: () => void
}

/** Saves the rule and resolves to it. If it overwrites another one, offers to undo that. */
export async function saveRule(change: RuleChange): Promise<ListedRule> {
  const { list, text, before, replaced, onUndone } = change
  const saved = await control.addRule(text)
  const { id, endpoint } = saved
  // A used-up rule is already gone.
  const old = before && before.id !== id && before.left !== 0 ? before : undefined
  if (old) {
    await control.removeRule(old.id)
    list.unpin(old.id)
  }
  const named = endpoint === list.endpoint ? id : `${id} of ${endpoint}`
  const undo = async (): Promise<void> => {
    if (await putBack(list, old ? [old, replaced] : [replaced], saved)) onUndone()
  }
  if (replaced) say(`Replaced rule ${named}.`, () => void undo())
  else say(`Saved rule ${named}.`)
  await showChange(list)
  return saved
}

/** Removes a rule, and the unsaved changes that `drop` returns. Offers to restore both. */
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

/**
 * Adds rules again and shows the result. Resolves to whether all are back. `left` is the rule that
 * the change left. Rules that others have added or changed since stay.
 */
async function putBack(
  list: RuleList,
  rules: readonly (ListedRule | undefined)[],
  left?: ListedRule,
): Promise<boolean> {
  let isBack = true
  try {
    for (const rule of rules) {
      if (!rule) continue
      const now = await findRule(rule.id)
      if (now && !isAsLeft(now, left)) {
        say(`Rule ${rule.id} was changed elsewhere since, so it stays as it is.`)
        isBack = false
        continue
      }
      await control.addRule(ruleToJson(rule))
      // The service treats it as a new rule, and orders rules by when they were added.
      const others = rule.left === null ? 'before the others without' : 'after the others with'
      say(`Rule ${rule.id} is back${now ? '' : `, ${others} an end`}.`)
    }
  } catch (error) {
    sayError(error)
    isBack = false
  }
  await showChange(list)
  return isBack
}

function isAsLeft(now: ListedRule, left: ListedRule | undefined): boolean {
  return left !== undefined && ruleToJson(now) === ruleToJson(left)
}

/** Whether the rule is on, so that it can answer. */
export function isOn({ chance }: ListedRule): boolean {
  return chance !== 0
}

/**
 * Switches a rule on or off. When off, it stays in the service with a chance of 0, so that it keeps
 * its place in the order, is off for all clients, and can be switched on from any browser. Its
 * counts restart at 0, but no response that it has sent comes again.
 */
export async function switchRule(list: RuleList, id: string, on: boolean): Promise<void> {
  await change(list, id, (rule) => {
    if (isOn(rule) === on) return rule
    if (!on) park(id, 'chance', rule.chance)
    return { ...rule, chance: on ? (takeParked(id, 'chance') as number | undefined) : 0 }
  })
}

/** Switches the recording of a rule that forwards on or off, as `switchRule` does. */
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

/** Changes a rule. What it has left to answer stays, although a changed rule counts from 0. */
async function change(
  list: RuleList,
  id: string,
  to: (rule: ListedRule) => ListedRule,
): Promise<void> {
  try {
    const rule = await control.getRule(id)
    const changed = to(rule)
    if (changed !== rule) await control.addRule(ruleToJson(withoutUsed(changed)))
  } catch (error) {
    sayError(error)
  }
  await list.refresh()
}

/** Returns a rule without the requests, or the responses, that are used already. */
function withoutUsed(rule: ListedRule): ListedRule {
  const { times, responses, used, left } = rule
  if (left === null) return rule
  return times === undefined
    ? { ...rule, responses: responses?.slice(used) }
    : { ...rule, times: left }
}

// Keys for the chance or recording options of a rule that is switched off, kept in this browser.
// Without them, the rule comes back without a chance, and records with the default options.
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
