// Texts that are not longer than a model needs.

/** The beginning, and how long the whole is. In characters. */
export function cut(text: string, most = 4000): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}
