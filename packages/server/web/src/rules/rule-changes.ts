// What is done with a rule: saved, removed with a way back, switched off and on.
import { type ListedRule, ruleToJson } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import { forgetTyped } from '../editor/typed-texts.ts'
import { say, sayError } from '../shell/toasts.tsx'
import { kept } from '../storage.ts'
import { refreshNames } from './names-with-rules.ts'
import { keyOfTyped, type RuleList } from './rule-list.ts'

/** Saves the rule that a text describes. `before` is the id that it had, if it was there. */
export async function saveRule(list: RuleList, text: string, before?: string): Promise<void> {
  const { id, endpoint } = await control.addRule(text)
  if (before !== undefined && before !== id) await control.removeRule(before)
  say(endpoint === list.endpoint ? `Saved rule ${id}.` : `Saved rule ${id} of ${endpoint}.`)
  await showChange(list)
}

/** Removes it, and offers to put it back. */
export async function removeRule(list: RuleList, id: string): Promise<void> {
  try {
    const rule = await control.getRule(id)
    await control.removeRule(id)
    list.unpin(id)
    forgetTyped(keyOfTyped(id))
    say(`Removed rule ${id}.`, () => void putBack(list, rule))
  } catch (error) {
    sayError(error)
  }
  await showChange(list)
}

async function putBack(list: RuleList, rule: ListedRule): Promise<void> {
  try {
    await control.addRule(ruleToJson(rule))
    // It is a new rule to the service, and the order is that of the additions.
    const place = rule.left === null ? 'before the others without' : 'after the others with'
    say(`Rule ${rule.id} is back, ${place} an end.`)
  } catch (error) {
    sayError(error)
  }
  await showChange(list)
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
