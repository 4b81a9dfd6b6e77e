// Which forms are on the page, by what they edit.
import type { KeptDraft } from './draft-store.ts'

export interface OpenForm {
  key(): string
  /** What is typed and not saved. */
  unsaved(): KeptDraft | undefined
  /** Shows that, which is of the same kind, instead of what is typed. */
  take(draft: KeptDraft): void
}

const forms = new Set<OpenForm>()

/** It is on the page. Returns what ends that. */
export function addForm(form: OpenForm): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

export function isOpen(form: OpenForm): boolean {
  return forms.has(form)
}

export function formOf(key: string): OpenForm | undefined {
  return [...forms].find((form) => form.key() === key)
}
