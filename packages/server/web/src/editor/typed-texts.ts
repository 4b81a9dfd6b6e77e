// What was typed into forms and not sent: it is there again when its form is, as long as the tab lives.
import { settleTexts } from './pending-texts.ts'

const texts = new Map<string, string>()

/** `undefined` when nothing was typed, or all of it was sent or cancelled. */
export function typedText(key: string): string | undefined {
  return texts.get(key)
}

export function keepTyped(key: string, text: string): void {
  texts.set(key, text)
}

export function forgetTyped(key: string): void {
  texts.delete(key)
}

/** The rest of the keys that begin so. */
export function typedBehind(start: string): readonly string[] {
  return [...texts.keys()]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
}

window.addEventListener('beforeunload', (event) => {
  settleTexts()
  if (texts.size > 0) event.preventDefault()
})
