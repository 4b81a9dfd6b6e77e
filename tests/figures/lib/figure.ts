// Keeps a measured number and its limit in a file until the table is written.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const results = join(import.meta.dirname, '..', 'results')

interface Limit {
  readonly atMost?: number
  readonly atLeast?: number
}

/**
 * Records a figure for the table. A figure beyond its limit does not fail its test, so that all
 * others are measured too. Instead, `npm run figures` exits with 1 at its end.
 */
export function figure(name: string, value: number, unit: string, limit: Limit): void {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.json`)
  writeFileSync(file, JSON.stringify({ name, value, unit, ...limit }))
}

const mebibyte = 1024 * 1024

/** Records a figure in bytes. The table shows it in MiB. */
export function memoryFigure(name: string, bytes: number, atMost: number): void {
  figure(name, bytes / mebibyte, 'MiB', { atMost: atMost / mebibyte })
}
