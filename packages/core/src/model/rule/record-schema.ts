// Schemas of `record`, which belongs to `forward`, and of `recordedAt`, which a recording has.
import * as z from 'zod/mini'
import { isPointer, longestPointer } from '../json/json-pointer.ts'
import { optional } from './member.ts'
import type { RecordOptions } from './rule.ts'

const namesError = 'must be a list of names'
/** RFC 9110, 5.1. */
const headerName = /^[\w!#$%&'*+.^`|~-]{1,200}$/
const headersError = 'must be a list of names of headers'
const headers = z.array(
  z.string(headersError).check(z.refine((name) => headerName.test(name), headersError)),
  headersError,
)
const names = z.array(z.string(namesError), namesError)
const pointerError = `must be a list of JSON Pointers such as /customer/email, of at most ${longestPointer} characters`
const pointers = z.array(
  z.string(pointerError).check(z.refine(isPointer, pointerError)),
  pointerError,
)

/** Maximum number of names or pointers of a kind, because each is searched for in every body. */
const most = 50
const few = <T extends z.ZodMiniType<string[]>>(list: T): T =>
  list.check(z.maxLength(most, `must have at most ${most} elements`)) as T

type Wrong = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType | z.core.$ZodIssueUnrecognizedKeys>

function wordsOf(otherwise: string, names: string): { readonly error: (issue: Wrong) => string } {
  return {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return otherwise
      return `can have ${names}, but not ${issue.keys.slice(0, 3).join(', ')}`
    },
  }
}

const redactError = 'must be an object such as {"headers": ["x-session"], "json": ["/user/email"]}'
const redaction = z.strictObject(
  {
    headers: optional('short', 'Names of headers, of requests and of responses.', few(headers)),
    query: optional('short', 'Names of parameters of the query, and of form fields.', few(names)),
    json: optional('short', 'JSON Pointers into JSON bodies.', few(pointers)),
  },
  wordsOf(redactError, 'headers, query and json'),
)

const recordError = 'must be true, or an object such as {"redact": {"query": ["sig"]}}'
const record = z.strictObject(
  {
    headers: optional(
      'short',
      'Names of the request headers that a recording matches. Default: none.',
      few(headers),
    ),
    redact: optional(
      'short',
      'What is never stored, in addition to credentials, cookies and API keys.',
      redaction,
    ),
  },
  wordsOf(recordError, 'headers and redact'),
)

/** Whether responses are recorded, or options for it. */
export const recordSchema: z.ZodMiniType<boolean | RecordOptions> = z.union([z.boolean(), record], {
  error: ({ errors = [] }) => faultOf(errors[1] as Faults) ?? recordError,
})

const timeError = 'must be a time such as 2026-11-29T12:00:00Z'
/** RFC 3339, 5.6. */
const time = /^[\d-]{10}T[\d:.]{8,18}(Z|[+-]\d\d:\d\d)$/
const isTime = (given: string): boolean =>
  time.test(given) && !Number.isNaN(globalThis.Date.parse(given))
/** Schema of the `recordedAt` of a rule. */
export const recordedAt: z.ZodMiniType<string> = z
  .string(timeError)
  .check(z.refine(isTime, timeError))

type Faults = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]

/** Returns the fault inside the object, because zod does not report it for a member of a union. */
function faultOf([fault]: Faults = []): string | undefined {
  if (!fault || fault.message === recordError) return undefined
  const at = fault.path.map((name) => `/${String(name)}`).join('')
  return at === '' ? fault.message : `${at} ${fault.message}`
}
