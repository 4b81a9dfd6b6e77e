// The names in a table, in order, read in pages so that other statements can run in between.
import { fromBytes, toByteRange } from '../model/endpoint/name-bytes.ts'
import type { NameRange } from '../model/store/store.ts'
import { type Database, prefix } from './database.ts'

const pageOfNames = 1_000

/** A table with names. */
export interface Named {
  /** Returns at most `pageOfNames` names of a range, in order. */
  names(range: NameRange): string[]
}

export function createNames(
  { run }: Database,
  table: 'endpoints' | 'rules',
  column: 'name' | 'endpoint',
): Named {
  const select = `SELECT DISTINCT ${column} AS name FROM ${prefix}${table}
    WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${pageOfNames}`

  return {
    names(range) {
      const bytes = toByteRange(range)
      const rows = bytes ? run<{ name: ArrayBuffer }>(select, bytes.from, bytes.to) : []
      return rows.map(({ name }) => fromBytes(name))
    },
  }
}

/** Yields the names of a range, page by page. Calls `opened` before each page. */
export function* pagesIn(opened: () => Named, range: NameRange): Generator<string[]> {
  let { after } = range
  for (;;) {
    const page = opened().names({ ...range, after })
    yield page
    if (page.length < pageOfNames) return
    after = page.at(-1)
  }
}
