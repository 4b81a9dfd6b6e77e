// The endpoints of a store, as table rows.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { toBytes } from '../model/endpoint/name-bytes.ts'
import { createCount } from './counts.ts'
import { type Database, prefix } from './database.ts'
import { createNames, type Named } from './names.ts'
import { createTexts, cut, type TextRow } from './texts.ts'

export interface SqlEndpoints extends Named {
  /** Throws a `StoreError` (`corrupt`) if the endpoint cannot be read. */
  get(name: string): Endpoint | undefined
  put(endpoint: Endpoint): void
  remove(name: string): boolean
  /** Removes all endpoints. Returns their number. */
  clear(): number
  count(): number
}

interface EndpointRow extends TextRow {
  readonly status: number
  readonly delay: number
}

/** All changes must be made within a transaction. */
export function createSqlEndpoints(database: Database): SqlEndpoints {
  const { run } = database
  const table = `${prefix}endpoints`
  const texts = createTexts(database, 'endpoint')
  const count = createCount(database, 'endpoints')

  function find(name: string): TextRow | undefined {
    const columns = 'number, pieces'
    return run<TextRow>(`SELECT ${columns} FROM ${table} WHERE name = ?`, toBytes(name))[0]
  }

  return {
    ...createNames(database, 'endpoints', 'name'),
    get(name) {
      const select = `SELECT number, status, delay, pieces, data FROM ${table} WHERE name = ?`
      const [row] = run<EndpointRow>(select, toBytes(name))
      return row && { name, data: texts.read(row), statusCode: row.status, delay: row.delay }
    },
    put({ name, data, statusCode, delay }) {
      const former = find(name)
      const text = cut(data)
      const values = [statusCode, delay, text.rest.length, text.data]
      const [row] = run<TextRow>(
        `INSERT INTO ${table} (name, status, delay, pieces, data) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET status = excluded.status, delay = excluded.delay,
          pieces = excluded.pieces, data = excluded.data RETURNING number`,
        toBytes(name),
        ...values,
      )
      if (!former) count.add(1)
      if (row) texts.write(row.number, text.rest, former)
    },
    remove(name) {
      const row = find(name)
      if (!row) return false
      run(`DELETE FROM ${table} WHERE number = ?`, row.number)
      texts.remove(row)
      count.add(-1)
      return true
    },
    clear() {
      const removed = count.get()
      run(`DELETE FROM ${table}`)
      texts.clear()
      count.clear()
      return removed
    },
    count: count.get,
  }
}
