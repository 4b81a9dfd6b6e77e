// The stored numbers of endpoints and rules, because counting a million rows costs a million reads.
import { type Database, prefix } from './database.ts'

export interface Count {
  get(): number
  add(by: number): void
  clear(): void
}

export function createCount({ run }: Database, of: 'endpoints' | 'rules'): Count {
  const note = `${prefix}notes`
  return {
    get() {
      const [row] = run<{ value: number }>(`SELECT value FROM ${note} WHERE name = ?`, of)
      return row?.value ?? 0
    },
    add(by) {
      run(`UPDATE ${note} SET value = value + ? WHERE name = ?`, by, of)
    },
    clear() {
      run(`UPDATE ${note} SET value = 0 WHERE name = ?`, of)
    },
  }
}
