// Keeps the counts of a check in a file, for the table that is printed at the end.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const results = join(import.meta.dirname, '..', 'results')

/**
 * Notes the figures of a check under its name, such as
 * `{ kills: 20, acknowledged: 1204, lost: 0 }`. Call it before asserting, so that the figures of
 * a failing check are shown too.
 */
export function note(check: string, figures: Readonly<Record<string, number | string>>): void {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${check.replaceAll(/[^a-z0-9]+/gi, '-')}.json`)
  writeFileSync(file, `${JSON.stringify({ check, figures }, undefined, 2)}\n`)
}
