// Keeps what a benchmark found, for people and for programs, in benchmarks/results.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'results')

/** Writes `<name>.json` and `<name>.md`. */
export function writeResults(name, { json, markdown }) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(json, null, 2)}\n`)
  writeFileSync(join(folder, `${name}.md`), `${markdown.trim()}\n`)
}
