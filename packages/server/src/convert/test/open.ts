// Reads the documents that the tests convert.
import { readFileSync } from 'node:fs'

export function documentText(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}
