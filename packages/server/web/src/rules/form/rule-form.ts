// The form of one rule: saved without overwriting what others did, and following the service for as
// long as nothing is typed.
import { type ListedRule, ruleToJson, unless } from '@mock-endpoint/core/client'
import { type ReadonlySignal, signal } from '@preact/signals'
import { control } from '../../api/control.ts'
import { keyOfRule } from '../../drafts/draft-keys.ts'
import { bringBack } from '../../drafts/kept-drafts.ts'
import { submitJson } from '../../editor/json-form.tsx'
import { settleTexts } from '../../editor/pending-texts.ts'
import { say } from '../../shell/toasts.tsx'
import { findRule } from '../list/all-rules.ts'
import type { RuleList } from '../list/rule-list.ts'
import { saveRule } from '../rule-changes.ts'
import { createRuleDraft, type RuleDraft } from './rule-draft.ts'

/** Why it was not saved: the service has something else than was opened, or than is thought of. */
type RuleConflict =
  | { readonly kind: 'changed'; readonly theirs: ListedRule }
  | TakenId
  | { readonly kind: 'gone' }

interface TakenId {
  readonly kind: 'taken'
  readonly theirs: ListedRule
}

export interface RuleForm {
  readonly draft: RuleDraft
  /** Tells it apart from the others, and stays as it is. */
  readonly firstKey: string
  /** Whether it was opened for a new rule. */
  readonly isNew: boolean
  /** The rule that it changes; a new one is one as soon as it has been saved. */
  readonly id: ReadonlySignal<string | undefined>
  readonly conflict: ReadonlySignal<RuleConflict | undefined>
  /** Resolves to whether all that is typed is saved, so that nobody needs the form any more. */
  save(): Promise<boolean>
  /** The same, now that somebody has seen what is in the way. */
  saveDespite(conflict: RuleConflict): Promise<boolean>
  /** Shows what the service has instead of what is typed, with a way back. */
  showTheirs(): void
  /** Takes note of what the service has now. */
  follow(now: ListedRule | undefined): void
  /** Looks what the service has now. */
  look(): Promise<void>
}

interface Begin {
  readonly list: RuleList
  /** Under which key it is kept. */
  readonly key: string
  /** The rule that it changes; none for a new one. */
  readonly id: string | undefined
  /** The rule as the service had it, or what a new one begins with. */
  readonly base: string
  /** What was typed before, and is not saved. */
  readonly typed?: string
}

export function createRuleForm({ list, key, id: firstId, base, typed = base }: Begin): RuleForm {
  const draft = createRuleDraft({ key, base, typed: { data: typed } })
  const { state } = draft
  const id = signal(firstId)
  const conflict = signal<RuleConflict | undefined>(undefined)
  /** What somebody has seen to be in the way, and shall not be. */
  let agreed: readonly RuleConflict[] = []

  async function send(text: string): Promise<void> {
    const before = id.peek()
    const now = before === undefined ? undefined : await getRule(before)
    const change = before === undefined ? undefined : changeIn(now, draft.base.peek())
    const wanted = idIn(text)
    const taken =
      wanted === undefined || wanted === before ? undefined : takenBy(await findRule(wanted))
    const found = [change, taken].filter((each) => each !== undefined)
    conflict.value = found.find((each) => !agreed.some((seen) => isSame(each, seen)))
    if (conflict.peek()) return
    const kept = draft.toKeep()
    const saved = await saveRule({
      list,
      text,
      before: now,
      replaced: taken?.theirs ?? (change && now),
      onUndone: () => bringBack(kept),
    })
    // What was typed meanwhile goes on as a change of what was saved.
    settleTexts()
    agreed = []
    id.value = saved.id
    draft.saved({ key: keyOfRule(saved.endpoint, saved.id), base: ruleToJson(saved), text })
  }

  async function save(): Promise<boolean> {
    await submitJson(state, 'Rule', send)
    const isSaved = !conflict.peek() && state.faults.peek().length === 0
    if (!isSaved && !draft.isShown()) say('A rule was not saved: open its endpoint to see why.')
    return draft.isOver()
  }

  function follow(now: ListedRule | undefined): void {
    if (state.isSending.peek() || id.peek() === undefined) return
    // Somebody may have typed meanwhile.
    settleTexts()
    const found = changeIn(now, draft.base.peek())
    const theirs = found?.kind === 'changed' ? ruleToJson(found.theirs) : undefined
    if (theirs !== undefined && (!draft.isChanged() || state.text.peek() === theirs)) {
      draft.fill(theirs, theirs)
      conflict.value = undefined
    } else if (found || conflict.peek()?.kind !== 'taken') conflict.value = found
  }

  return {
    draft,
    firstKey: key,
    isNew: firstId === undefined,
    id,
    conflict,
    save,
    async saveDespite(seen) {
      if (state.isSending.peek()) return false
      agreed = [...agreed, seen]
      return save()
    },
    showTheirs() {
      settleTexts()
      const seen = conflict.peek()
      if (seen?.kind !== 'changed') return
      const before = draft.toKeep()
      const theirs = ruleToJson(seen.theirs)
      draft.fill(theirs, theirs)
      conflict.value = undefined
      say('Shows the saved version.', () => bringBack(before))
    },
    follow,
    async look() {
      const own = id.peek()
      if (own !== undefined) follow(await getRule(own))
    },
  }
}

function changeIn(now: ListedRule | undefined, base: string): RuleConflict | undefined {
  if (!now) return { kind: 'gone' }
  return ruleToJson(now) === base ? undefined : { kind: 'changed', theirs: now }
}

function takenBy(theirs: ListedRule | undefined): TakenId | undefined {
  return theirs && { kind: 'taken', theirs }
}

/** Whether what is in the way is what somebody has seen. */
function isSame(found: RuleConflict, seen: RuleConflict): boolean {
  if (found.kind === 'gone' || seen.kind === 'gone') return found.kind === seen.kind
  return found.kind === seen.kind && ruleToJson(found.theirs) === ruleToJson(seen.theirs)
}

function getRule(id: string): Promise<ListedRule | undefined> {
  return unless('rule-not-found', control.getRule(id))
}

/** The id that the text of a rule says. */
function idIn(text: string): string | undefined {
  const rule: unknown = JSON.parse(text)
  const id = typeof rule === 'object' && rule !== null && 'id' in rule ? rule.id : undefined
  return typeof id === 'string' ? id : undefined
}
