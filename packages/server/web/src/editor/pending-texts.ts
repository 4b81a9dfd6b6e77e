// Editors pass on long texts only after a pause in typing. `settleTexts` gets them at once.
const editors = new Set<() => void>()

/** Registers a function to call whenever texts are needed. Returns a function that removes it. */
export function addPending(settle: () => void): () => void {
  editors.add(settle)
  return () => editors.delete(settle)
}

/** Makes every editor pass on what was typed into it. */
export function settleTexts(): void {
  for (const settle of editors) settle()
}
