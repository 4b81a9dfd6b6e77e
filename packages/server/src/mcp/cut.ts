// Cuts texts to the length that a model needs.

/** Cuts a text that is longer than `most` characters, and adds its length. Default: 4000. */
export function cut(text: string, most = 4000): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
}
