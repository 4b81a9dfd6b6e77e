// The text in the form of a rule, kept until it is saved or discarded.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { KeptDraft } from '../../drafts/draft-store.ts'
import { dropDraft, keepDraft, whyNotKept } from '../../drafts/kept-drafts.ts'
import { isOpen, isOpenAnew, type OpenForm, openForm } from '../../drafts/open-forms.ts'
import { createJsonForm, type JsonFormState } from '../../editor/json-form.tsx'
import { settleTexts } from '../../editor/pending-texts.ts'

export interface KeptRule extends KeptDraft {
  /** The text to compare with: the rule of the service, or the initial text of a new one. */
  readonly base: string
}

export interface RuleDraft {
  readonly state: JsonFormState
  /** The draft counts as changed if its text is not this one. */
  readonly base: ReadonlySignal<string>
  /** Returns the key under which it is kept now. */
  key(): string
  isChanged(): boolean
  /** Whether its form is on the page. */
  isShown(): boolean
  /** Returns the current text with its base. */
  toKeep(): KeptRule
  fill(base: string, typed: string): void
  /** Marks it as saved. Text that was typed during the save is kept as a change of that rule. */
  saved(as: Saved): void
  /** Whether the draft is no longer needed, because all of it is saved or it was dropped. */
  isOver(): boolean
  /** Discards it. Returns its unsaved changes, if there are any. */
  drop(): KeptRule | undefined
  /** Starts to keep the typed text. Returns the function that stops it. */
  keep(): () => void
  /** Returns why the text would be lost if the page were closed now; `undefined` if not. */
  whyNotKept(): string | undefined
}

interface Saved {
  /** The key for changes from now on. */
  readonly key: string
  /** The rule that the service has now, as JSON. */
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
