// What is typed into the form of a rule, kept until it is saved or not wanted any more.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { KeptDraft } from '../../drafts/draft-store.ts'
import { dropDraft, keepDraft, whyNotKept } from '../../drafts/kept-drafts.ts'
import { isOpen, isOpenAnew, type OpenForm, openForm } from '../../drafts/open-forms.ts'
import { createJsonForm, type JsonFormState } from '../../editor/json-form.tsx'
import { settleTexts } from '../../editor/pending-texts.ts'

export interface KeptRule extends KeptDraft {
  /** What it was compared with: the rule as the service had it, or what a new one began with. */
  readonly base: string
}

export interface RuleDraft {
  readonly state: JsonFormState
  /** What is typed counts as changed when it is not this. */
  readonly base: ReadonlySignal<string>
  /** Under which key it is kept now. */
  key(): string
  isChanged(): boolean
  /** Whether its form is on the page. */
  isShown(): boolean
  /** What is typed now, with what it is compared with. */
  toKeep(): KeptRule
  fill(base: string, typed: string): void
  /** Nobody needs it any more, unless more has been typed than was saved: that is a change of it. */
  saved(as: Saved): void
  /** Whether nobody needs it any more. */
  isOver(): boolean
  /** Nothing of it is kept any more. Returns what is typed and not saved. */
  drop(): KeptRule | undefined
  /** Keeps what is typed from now on. Returns what ends that. */
  keep(): () => void
  /** Why what is typed would be lost if the page were left now; nothing when it would not. */
  whyNotKept(): string | undefined
}

interface Saved {
  /** Under which key more is kept from now on. */
  readonly key: string
  /** What the service has now. */
  readonly base: string
  /** The text that was sent. */
  readonly text: string
}

export function createRuleDraft(start: Omit<KeptRule, 'title'>): RuleDraft {
  const state = createJsonForm(start.typed.data)
  const { text } = state
  const base = signal(start.base)
  let key = start.key
  let isOver = false

  const isChanged = (): boolean => text.peek() !== base.peek()
  const toKeep = (): KeptRule => {
    const typed = { data: text.peek() }
    return { key, title: '', base: base.peek(), typed }
  }
  function fill(compared: string, typed: string): void {
    base.value = compared
    text.value = typed
  }

  const shown: OpenForm = {
    key: () => key,
    unsaved: () => (isChanged() && !isOver ? toKeep() : undefined),
    take: (kept) => fill((kept as KeptRule).base, kept.typed.data),
  }

  function keepNow(): void {
    if (isOpenAnew(shown)) return
    if (isChanged() && !isOver) keepDraft(toKeep())
    else dropDraft(key)
  }

  return {
    state,
    base,
    key: () => key,
    isChanged,
    isShown: () => isOpen(shown),
    toKeep,
    fill,
    saved(as) {
      isOver = text.peek() === as.text
      if (!isOpenAnew(shown)) dropDraft(key)
      key = as.key
      base.value = as.base
      keepNow()
    },
    isOver: () => isOver,
    drop() {
      settleTexts()
      const before = isChanged() ? toKeep() : undefined
      isOver = true
      keepNow()
      return before
    },
    keep: () => openForm(shown, [text, base], keepNow),
    whyNotKept: () => whyNotKept(key),
  }
}
