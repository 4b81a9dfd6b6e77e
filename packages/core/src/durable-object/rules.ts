// The rules of a store, as table rows. SQLite is synchronous, so no rules are kept in memory.
import { fromBytes, toBytes } from '../model/endpoint/name-bytes.ts'
import type { StoredRule } from '../model/store/store.ts'
import { createCount } from './counts.ts'
import { type Database, prefix } from './database.ts'
import { createNames, type Named } from './names.ts'
import { createTexts, cut, type TextRow } from './texts.ts'

export interface SqlRules extends Named {
  /** Throws a `StoreError` (`corrupt`) if the rule cannot be read. */
  get(id: string): StoredRule | undefined
  /** Returns the rules of an endpoint, oldest first. */
  of(endpoint: string): StoredRule[]
  /** Adds a rule, or replaces the one with its id, in place if it is of the same endpoint. */
  put(rule: StoredRule): void
  remove(id: string): boolean
  /** Removes the rules of an endpoint, or all rules. Returns their number. */
  clear(endpoint?: string): number
  count(endpoint?: string): number
}

interface RuleRow extends TextRow {
  readonly id: ArrayBuffer
  readonly endpoint: ArrayBuffer
}

/** All changes must be made within a transaction. */
export function createSqlRules(database: Database): SqlRules {
  const { run } = database
  const table = `${prefix}rules`
  const texts = createTexts(database, 'rule')
  const all = createCount(database, 'rules')

  function toRule(row: RuleRow): StoredRule {
    const text = texts.read(row)
    return { id: fromBytes(row.id), endpoint: fromBytes(row.endpoint), text }
  }

  function find(id: string): RuleRow | undefined {
    const columns = 'number, endpoint, pieces'
    return run<RuleRow>(`SELECT ${columns} FROM ${table} WHERE id = ?`, toBytes(id))[0]
  }

  function remove(row: Pick<RuleRow, 'number' | 'pieces'>): void {
    run(`DELETE FROM ${table} WHERE number = ?`, row.number)
    texts.remove(row)
    all.add(-1)
  }

  function add({ id, endpoint, text }: StoredRule): void {
    const { data, rest } = cut(text)
    const [row] = run<RuleRow>(
      `INSERT INTO ${table} (id, endpoint, pieces, data) VALUES (?, ?, ?, ?) RETURNING number`,
      toBytes(id),
      toBytes(endpoint),
      rest.length,
      data,
    )
    if (row) texts.write(row.number, rest)
    all.add(1)
  }

  function replace(former: RuleRow, text: string): void {
    const { data, rest } = cut(text)
    const update = `UPDATE ${table} SET pieces = ?, data = ? WHERE number = ?`
    run(update, rest.length, data, former.number)
    texts.write(former.number, rest, former)
  }

  function countOf(endpoint: string): number {
    const select = `SELECT count(*) AS count FROM ${table} WHERE endpoint = ?`
    return run<{ count: number }>(select, toBytes(endpoint))[0]?.count ?? 0
  }

  function clearAll(): number {
    const removed = all.get()
    run(`DELETE FROM ${table}`)
    texts.clear()
    all.clear()
    return removed
  }

  return {
    ...createNames(database, 'rules', 'endpoint'),
    get(id) {
      const [row] = run<RuleRow>(`SELECT * FROM ${table} WHERE id = ?`, toBytes(id))
      return row && toRule(row)
    },
    of(endpoint) {
      const select = `SELECT * FROM ${table} WHERE endpoint = ? ORDER BY number`
      return run<RuleRow>(select, toBytes(endpoint)).map(toRule)
    },
    put(rule) {
      const former = find(rule.id)
      if (former && fromBytes(former.endpoint) === rule.endpoint) return replace(former, rule.text)
      if (former) remove(former)
      add(rule)
    },
    remove(id) {
      const row = find(id)
      if (row) remove(row)
      return row !== undefined
    },
    clear(endpoint) {
      if (endpoint === undefined) return clearAll()
      const select = `SELECT number, pieces FROM ${table} WHERE endpoint = ?`
      const rows = run<RuleRow>(select, toBytes(endpoint))
      for (const row of rows) remove(row)
      return rows.length
    },
    count: (endpoint) => (endpoint === undefined ? all.get() : countOf(endpoint)),
  }
}
