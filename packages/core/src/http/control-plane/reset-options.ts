// The options of a reset, in the body of its request.
import * as z from 'zod/mini'
import { readMembers } from '../../model/json/json-text.ts'
import { readShortValue } from '../../model/json/short-value.ts'
import { faultsToText } from '../../model/problem/fault-list.ts'
import { createFieldsReader, type FieldsSchema } from '../../model/problem/fields.ts'
import { type Fault, Problem } from '../../model/problem/problem.ts'
import type { Yielding } from '../../model/time/yielding.ts'

interface ResetOptions {
  /** Whether to remove the endpoints too. */
  readonly endpoints: boolean
  /** Whether to remove the permanent rules. `endpoints` also removes them. */
  readonly rules: boolean
}

export const resetSchema: FieldsSchema<ResetOptions> = z.strictObject({
  endpoints: z._default(z.boolean('must be true or false'), false),
  rules: z._default(z.boolean('must be true or false'), false),
})

/** Parses the options. An empty body means the defaults. Throws `invalid-options`. */
export function* parseReset(body: string): Yielding<ResetOptions> {
  const fields = createFieldsReader(resetSchema)
  const isObject =
    body.trim() === '' ||
    (yield* readMembers(body, (member) => {
      fields.take(member.name(), () => readShortValue(member.text()))
    }))
  if (!isObject) throw invalid([{ pointer: '', detail: 'must be an object' }])
  const { value, faults } = fields.result()
  if (value === undefined) throw invalid(faults)
  return value
}

function invalid(faults: readonly Fault[]): Problem {
  const detail = `${faultsToText(faults)} The options are {"endpoints"?: …, "rules"?: …}.`
  return new Problem('invalid-options', detail, { errors: faults })
}
