// The forms that are on the page, found by the keys of their drafts.
import { effect, type ReadonlySignal, untracked } from '@preact/signals'
import { settleTexts } from '../editor/pending-texts.ts'
import type { KeptDraft } from './draft-store.ts'

export interface OpenForm {
  key(): string
  /** Returns the typed changes if they are not saved. */
  unsaved(): KeptDraft | undefined
  /** Shows this draft, which is of the same kind, instead of the typed changes. */
  take(draft: KeptDraft): void
}

const forms = new Set<OpenForm>()

/**
 * Adds a form to those on the page. Calls `keep` now and whenever one of the signals changes.
 * Returns a function that ends both.
 */
export function openForm(
  form: OpenForm,
  changing: readonly ReadonlySignal<unknown>[],
  keep: () => void,
): () => void {
  forms.add(form)
  const end = effect(() => {
    for (const each of changing) void each.value
    untracked(keep)
  })
  return () => {
    settleTexts()
    end()
    forms.delete(form)
  }
}

export function isOpen(form: OpenForm): boolean {
  return forms.has(form)
}

export function formOf(key: string): OpenForm | undefined {
  return [...forms].find((form) => form.key() === key)
}

/** Whether the user left this form and now has another form with the same key open. */
export function isOpenAnew(form: OpenForm): boolean {
  return (formOf(form.key()) ?? form) !== form
}
