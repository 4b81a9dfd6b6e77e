// The schemas of the queries of the control API.
import * as z from 'zod/mini'
import type { EndpointQuery, RuleQuery, SummaryQuery } from '../../control/control.ts'
import type { HoldFilter } from '../../engine/holds.ts'
import type { PageQuery } from '../../journal/view.ts'
import type { DeliveryList } from '../../model/delivery/delivery.ts'
import { createFieldsReader, type FieldsSchema } from '../../model/problem/fields.ts'
import { Problem } from '../../model/problem/problem.ts'

/** The members of a query as texts, such as a `URLSearchParams`. */
export type QueryMembers = Iterable<readonly [name: string, value: string]>

/** Returns the query with these members. Throws `invalid-query` with all its faults. */
export function readQuery<T>(schema: FieldsSchema<T>, members: QueryMembers): T {
  const fields = createFieldsReader(schema)
  for (const [name, value] of members) {
    fields.take(name, () => (integers.has(name) && !digits.test(value) ? Number.NaN : value))
  }
  const { faults, value } = fields.result()
  if (faults === undefined) return value
  const detail = faults.map((fault) => `${fault.pointer.slice(1)} ${fault.detail}`).join('; ')
  const end = detail.endsWith('?') ? '' : '.'
  throw new Problem('invalid-query', detail + end, { errors: faults })
}

/** Members that must be integers with only decimal digits, not `0x10`, `1e3` or ` 1`. */
const integers: ReadonlySet<string> = new Set(['limit', 'wait', 'count', 'request'])
const digits = /^\d{1,15}$/

export const endpointQuerySchema: FieldsSchema<
  EndpointQuery & Required<Pick<EndpointQuery, 'limit'>>
> = z.strictObject({
  prefix: z._default(z.string(), ''),
  after: z.optional(z.string()),
  limit: z._default(integer(1, 1000), 100),
})

export const summaryQuerySchema: FieldsSchema<
  SummaryQuery & { readonly search: string; readonly limit: number }
> = z.strictObject({
  search: z._default(z.string(), ''),
  after: z.optional(z.string()),
  limit: z._default(integer(1, 1000), 100),
})

export const ruleQuerySchema: FieldsSchema<RuleQuery & Required<Pick<RuleQuery, 'limit'>>> =
  z.strictObject({
    endpoint: z.optional(z.string()),
    usedUp: flag(),
    after: z.optional(z.string()),
    limit: z._default(integer(1, 1000), 100),
  })

/** For calls about one endpoint, or about all. */
export const endpointFilterSchema: FieldsSchema<Pick<RuleQuery, 'endpoint'>> = z.strictObject({
  endpoint: z.optional(z.string()),
})

/** The held requests to release. */
export const holdFilterSchema: FieldsSchema<HoldFilter> = z.strictObject({
  endpoint: z.optional(z.string()),
  rule: z.optional(z.string()),
})

/** In milliseconds. */
const longestWait = 600_000

export const requestQuerySchema: FieldsSchema<PageQuery> = z
  .strictObject({
    endpoint: z.optional(z.string()),
    unmatched: flag(),
    after: z.optional(z.string()),
    limit: z._default(integer(1, 1000), 100),
    wait: z._default(integer(0, longestWait), 0),
    count: z._default(integer(1, 1000), 1),
  })
  .check(
    z.refine(({ endpoint, unmatched }) => endpoint === undefined || !unmatched, {
      path: ['endpoint'],
      error:
        'cannot be used with unmatched=true: an unmatched request has no endpoint, only a path',
    }),
  )

export const deliveryQuerySchema: FieldsSchema<DeliveryList> = z.strictObject({
  request: z.optional(integer(1, Number.MAX_SAFE_INTEGER)),
  after: z._default(integer(0, Number.MAX_SAFE_INTEGER), 0),
  limit: z._default(integer(1, 1000), 100),
})

export const deliveryWaitSchema: FieldsSchema<{ readonly wait: number }> = z.strictObject({
  wait: z._default(integer(0, longestWait), 0),
})

function flag() {
  return z.optional(
    z.pipe(
      z.enum(['true', 'false'], 'must be true or false'),
      z.transform((text) => text === 'true'),
    ),
  )
}

function integer(from: number, to: number) {
  const error = `must be an integer from ${from} to ${to}`
  return z.coerce.number(error).check(z.int(error), z.gte(from, error), z.lte(to, error))
}
