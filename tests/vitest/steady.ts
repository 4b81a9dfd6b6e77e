// Makes messages of this plugin the same in every run.
import { stripVTControlCharacters } from 'node:util'

/** Returns the text without colors, and without values that differ from run to run. */
export function steady(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/#\d+/g, '#n')
    .replaceAll(/[\d.]+ ms/g, 'n ms')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:n')
}

/** Returns the message of the error that the assertion throws. */
export function messageOf(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    return steady(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
  throw new Error('It passed.')
}
