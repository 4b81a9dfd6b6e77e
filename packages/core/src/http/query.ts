// The query of a control call, read by its schema.
import { type FieldsSchema, readFields } from '../model/fields.ts'
import { Problem } from '../model/problem.ts'
import { queryOf } from '../model/url.ts'

/** Throws `invalid-query` with every fault at once. */
export function parseQuery<T>(schema: FieldsSchema<T>, url: string): T {
  const { faults, value } = readFields(schema, new URLSearchParams(queryOf(url)))
  if (faults === undefined) return value
  const detail = faults.map((fault) => `${fault.pointer.slice(1)} ${fault.detail}`).join('; ')
  throw new Problem('invalid-query', `${detail}.`, { errors: faults })
}
