// The names in a table, in order. They are read in pages: other statements may run between two names.
import { fromBytes, toByteRange } from '../model/endpoint/name-bytes.ts'
import type { NameRange } from '../model/store/store.ts'
import { type Database, prefix } from './database.ts'

const pageOfNames = 1_000

/** What has names. */
export interface Named {
  /** At most `pageOfNames` of a range, in order. */
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

/** The names of a range, page by page. `opened` is called before each of them. */
export function* pagesIn(opened: () => Named, range: NameRange): Generator<string[]> {
  let { after } = range
  for (;;) {
    const page = opened().names({ ...range, after })
    yield page
    if (page.length < pageOfNames) return
    after = page.at(-1)
  }
}
