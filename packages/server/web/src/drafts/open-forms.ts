// Which forms are on the page, by what they edit.
import { effect, type ReadonlySignal, untracked } from '@preact/signals'
import { settleTexts } from '../editor/pending-texts.ts'
import type { KeptDraft } from './draft-store.ts'

export interface OpenForm {
  key(): string
  /** What is typed and not saved. */
  unsaved(): KeptDraft | undefined
  /** Shows that, which is of the same kind, instead of what is typed. */
  take(draft: KeptDraft): void
}

const forms = new Set<OpenForm>()

/**
 * It is on the page, and `keep` is called now and whenever one of these changes. Returns what ends
 * both.
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

/** Whether who has left this form has come back, and types into another one. */
export function isOpenAnew(form: OpenForm): boolean {
  return (formOf(form.key()) ?? form) !== form
}
