// The options of a reset, as the body of its call.
import * as z from 'zod/mini'
import { type FieldsSchema, faultsToText, readFields } from '../../model/fields.ts'
import { readMembers } from '../../model/json-text.ts'
import { type Fault, Problem } from '../../model/problem.ts'

interface ResetOptions {
  /** Whether the endpoints go too. */
  readonly endpoints: boolean
}

export const resetSchema: FieldsSchema<ResetOptions> = z.strictObject({
  endpoints: z._default(z.boolean('must be true or false'), false),
})

/** An empty text stands for the defaults. Throws `invalid-options`. */
export function parseReset(body: string): ResetOptions {
  const members = body.trim() === '' ? [] : readMembers(body)
  if (members === undefined) throw invalid([{ pointer: '', detail: 'must be an object' }])
  const entries = members.map(({ name, text }) => [name, JSON.parse(text)] as const)
  const { value, faults } = readFields(resetSchema, entries)
  if (value === undefined) throw invalid(faults)
  return value
}

function invalid(faults: readonly Fault[]): Problem {
  const detail = `${faultsToText(faults)} The options are {"endpoints"?: …}.`
  return new Problem('invalid-options', detail, { errors: faults })
}
