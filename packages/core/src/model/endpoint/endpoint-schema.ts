// The schema of an endpoint's fields.
import * as z from 'zod/mini'
import { byteLength } from '../json/utf8.ts'
import type { FieldsSchema } from '../problem/fields.ts'
import { delayHint, nameHint, numberHint } from '../problem/other-words.ts'
import { Problem } from '../problem/problem.ts'
import { type Endpoint, maxDelay, maxNameBytes } from './endpoint.ts'

export const nameSchema: z.ZodMiniType<string> = z.string({ error: missingOr('a string') }).check(
  z.refine((name) => name.length > 0, 'must not be empty'),
  z.refine((name) => byteLength(name) <= maxNameBytes, {
    error: `must be at most ${maxNameBytes} bytes of UTF-8`,
  }),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it seeks
  z.refine((name) => !/[\u0000-\u001f\u007f-\u009f]/.test(name), {
    error: 'must not hold control characters',
  }),
  z.refine((name) => !/[/\\]/.test(name), {
    error: ({ input }) => `must not hold / or \\${nameHint(input)}`,
  }),
  z.refine((name) => !/\p{Surrogate}/u.test(name), 'must not hold lone surrogates'),
  z.refine((name) => name !== '.' && name !== '..', 'must not be . or ..'),
)

/** Returns why a text cannot be the name of an endpoint, or `undefined` if it can. */
export function nameFault(name: string): string | undefined {
  return nameSchema.safeParse(name).error?.issues[0]?.message
}

/** Throws `invalid-endpoint` if the text cannot be the name of an endpoint. */
export function checkName(name: string): void {
  const detail = nameFault(name)
  if (detail === undefined) return
  const sentence = `No endpoint has the name ${JSON.stringify(name)}: it ${detail}.`
  throw new Problem('invalid-endpoint', sentence, { errors: [{ pointer: '/name', detail }] })
}

/** The data as text. That it is valid JSON was checked before. */
const dataSchema = z.string({ error: missingOr('any JSON value') })

const statusCodeError = 'must be an integer from 200 to 599 (1xx cannot end an exchange)'
/** The status of a response. */
export const statusCode: z.ZodMiniType<number> = z
  .int({ error: ({ input }) => statusCodeError + numberHint(input), abort: true })
  .check(z.gte(200, statusCodeError), z.lte(599, statusCodeError))

const delayError = `must be a number of milliseconds from 0 to ${maxDelay} (the limit of timers)`
/** Milliseconds before a response, or between two of its pieces. */
export const delay: z.ZodMiniType<number> = z
  .number({ error: ({ input }) => delayError + delayHint(input) })
  .check(z.gte(0, delayError), z.lte(maxDelay, delayError))

/** Validates an endpoint. The OpenAPI document is generated from it too. */
export const endpointSchema: FieldsSchema<Endpoint> = z.strictObject({
  name: nameSchema,
  data: dataSchema,
  statusCode: z._default(statusCode, 200),
  delay: z._default(delay, 0),
})

function missingOr(expected: string): (issue: { input?: unknown }) => string {
  return ({ input }) =>
    input === undefined ? `is missing; it is ${expected}` : `must be ${expected}`
}
