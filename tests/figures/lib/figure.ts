// A measured number and its limit, kept as a file until the table is written.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const results = join(import.meta.dirname, '..', 'results')

interface Limit {
  readonly atMost?: number
  readonly atLeast?: number
}

/**
 * Keeps a figure for the table. One beyond its limit does not fail its test, so that the others are
 * measured as well: `npm run figures` exits with 1 at its end.
 */
export function figure(name: string, value: number, unit: string, limit: Limit): void {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.json`)
  writeFileSync(file, JSON.stringify({ name, value, unit, ...limit }))
}

const mebibyte = 1024 * 1024

/** The same for bytes, which are shown in MiB. */
export function memoryFigure(name: string, bytes: number, atMost: number): void {
  figure(name, bytes / mebibyte, 'MiB', { atMost: atMost / mebibyte })
}
