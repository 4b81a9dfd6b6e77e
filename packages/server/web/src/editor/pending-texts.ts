// Long texts are handed on by their editors only when nobody types: whoever needs them now asks here.
const editors = new Set<() => void>()

/** Lets `settle` be called whenever texts are needed. Returns what ends that. */
export function addPending(settle: () => void): () => void {
  editors.add(settle)
  return () => editors.delete(settle)
}

/** Every editor hands on what was typed into it. */
export function settleTexts(): void {
  for (const settle of editors) settle()
}
