// Messages of this plugin, as they are in every run.
import { stripVTControlCharacters } from 'node:util'

/** The text without colours, and without what differs from run to run. */
export function steady(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/#\d+/g, '#n')
    .replaceAll(/[\d.]+ ms/g, 'n ms')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:n')
}

/** The message of what it throws. */
export function messageOf(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    return steady(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
  throw new Error('It passed.')
}
