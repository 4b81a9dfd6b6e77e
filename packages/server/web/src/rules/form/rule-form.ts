// The form of one rule. It saves without overwriting other users' changes, and follows the service
// while it has no unsaved changes.
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

/** Why a rule was not saved: it was changed or removed on the service, or its id is taken. */
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
  /** Identifies the form. It stays the same when the key of the draft changes. */
  readonly firstKey: string
  /** Whether it was opened for a new rule. */
  readonly isNew: boolean
  /** The id of the rule that it changes; for a new rule, `undefined` until it has been saved. */
  readonly id: ReadonlySignal<string | undefined>
  readonly conflict: ReadonlySignal<RuleConflict | undefined>
  /** Resolves to whether all of the text is saved, so that the form is no longer needed. */
  save(): Promise<boolean>
  /** Saves despite a conflict that the user has seen. */
  saveDespite(conflict: RuleConflict): Promise<boolean>
  /** Replaces the typed text with the rule of the service, and offers to undo that. */
  showTheirs(): void
  /** Updates the form with the rule that the service has now. */
  follow(now: ListedRule | undefined): void
  /** Reads the rule from the service and updates the form. */
  look(): Promise<void>
}

interface Begin {
  readonly list: RuleList
  /** The key under which the draft is kept. */
  readonly key: string
  /** The id of the rule that it changes; `undefined` for a new one. */
  readonly id: string | undefined
  /** The rule of the service, or the initial text of a new one. */
  readonly base: string
  /** Unsaved text from before. Default: `base`. */
  readonly typed?: string
}

export function createRuleForm({ list, key, id: firstId, base, typed = base }: Begin): RuleForm {
  const draft = createRuleDraft({ key, base, typed: { data: typed } })
  const { state } = draft
  const id = signal(firstId)
  const conflict = signal<RuleConflict | undefined>(undefined)
  /** Conflicts that the user has seen and agreed to overwrite. */
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
    // Text that was typed during the save becomes a change of the saved rule.
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
    // The editor may have text that was typed meanwhile.
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

/** Whether a conflict is the one that the user has seen. */
function isSame(found: RuleConflict, seen: RuleConflict): boolean {
  if (found.kind === 'gone' || seen.kind === 'gone') return found.kind === seen.kind
  return found.kind === seen.kind && ruleToJson(found.theirs) === ruleToJson(seen.theirs)
}

function getRule(id: string): Promise<ListedRule | undefined> {
  return unless('rule-not-found', control.getRule(id))
}

/** Returns the id in the text of a rule. */
function idIn(text: string): string | undefined {
  const rule: unknown = JSON.parse(text)
  const id = typeof rule === 'object' && rule !== null && 'id' in rule ? rule.id : undefined
  return typeof id === 'string' ? id : undefined
}
