// What the members of a rule may hold, each by itself. The OpenAPI document is made from it too.
import * as z from 'zod/mini'
import { delay, nameSchema, statusCode } from '../endpoint/endpoint-schema.ts'
import { delayHint, faultHint, likeHint, numberHint, shareHint } from '../problem/other-words.ts'
import { networkFaults, type RuleResponse, type RuleWhen } from './rule.ts'

/** What a client sends to add a rule. */
export interface NewRule {
  readonly id?: string | undefined
  readonly endpoint: string
  readonly when?: RuleWhen | undefined
  readonly response?: RuleResponse | undefined
  readonly responses?: readonly RuleResponse[] | undefined
  readonly times?: number | undefined
  readonly chance?: number | undefined
}

const text = z.string('must be a string')
/** A text beside which a member takes JSON. */
const textBeside = (json: string): z.ZodMiniType<string> =>
  z.string({
    error: ({ input }) =>
      `must be a string${typeof input === 'object' ? `; JSON belongs in \`${json}\`` : ''}`,
  })
const base64 = z.literal('base64', 'can only be "base64"; leave it out for text')
const optionalDelay = z.optional(delay)

const methodError = 'must be a method such as POST, or a list of methods'
const method = z.string(methodError).check(
  z.refine((given) => /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/.test(given), methodError),
  z.refine((given) => given === given.toUpperCase(), {
    error: ({ input }) => `must be upper case: ${String(input).toUpperCase()}`,
  }),
  z.refine((given) => given !== 'TRACE' && given !== 'CONNECT', 'is not supported by endpoints'),
)

const likeError = '{"matches": "a regular expression"} or {"contains": "a text"}'
const like = z.union([
  z.strictObject({ matches: z.string() }),
  z.strictObject({ contains: z.string() }),
])
const wordsOfText = `must be a string, ${likeError}`
/** The same words, and what one other word is meant to be. */
const orLike =
  (words: string) =>
  ({ input }: { readonly input?: unknown }) =>
    words + likeHint(input)
const textMatch = z.union([z.string(), like], { error: orLike(wordsOfText) })
const parameters = z.record(z.string(), textMatch, 'must be an object')
const valueMatch = z.union([z.string(), z.null(), like], {
  error: orLike(`${wordsOfText}, or null if it is absent`),
})
const values = z.record(z.string(), valueMatch, 'must be an object')
/** JSON belongs elsewhere. */
const bodyMatch = z.union([z.string(), like], {
  error: ({ input }) => wordsOfText + (likeHint(input) || '; JSON belongs in `json`'),
})

const whenSchema: z.ZodMiniType<RuleWhen> = z.strictObject({
  method: z.optional(z.union([method, z.array(method).check(z.minLength(1, methodError))])),
  path: z.optional(z.string('must be a path such as /v1/customers/:id')),
  exactPath: z.optional(z.boolean('must be true or false')),
  params: z.optional(parameters),
  query: z.optional(values),
  headers: z.optional(values),
  form: z.optional(values),
  json: z.optional(z.string()),
  jsonIncludes: z.optional(z.string()),
  jsonAt: z.optional(z.record(z.string(), z.string(), 'must be an object')),
  body: z.optional(bodyMatch),
})

const rangeError = 'must be a number of milliseconds, or two: the minimum and the maximum'
const headerValueError = 'must be a string, null to remove the header, or a list of strings'
const bytesPerSecondError = 'must be a number of bytes from 1 up'

export const responseSchema: z.ZodMiniType<RuleResponse> & { shape: object } = z.strictObject({
  statusCode: z.optional(statusCode),
  data: z.optional(z.string()),
  delay: z.optional(
    z.union([delay, z.tuple([delay, delay], rangeError)], {
      error: ({ input }) => rangeError + delayHint(input),
    }),
  ),
  headers: z.optional(
    z.record(
      z.string(),
      z.union([z.string(), z.null(), z.array(z.string())], headerValueError),
      'must be an object',
    ),
  ),
  body: z.optional(textBeside('data')),
  bodyEncoding: z.optional(base64),
  chunks: z.optional(
    z.array(z.strictObject({ body: text, bodyEncoding: z.optional(base64), delay: optionalDelay })),
  ),
  events: z.optional(
    z.array(
      z.strictObject({
        data: z.string('is missing; it is any JSON value'),
        event: z.optional(text),
        id: z.optional(text),
        delay: optionalDelay,
      }),
    ),
  ),
  bytesPerSecond: z.optional(z.number(bytesPerSecondError).check(z.gte(1, bytesPerSecondError))),
  fault: z.optional(
    z.enum(networkFaults, {
      error: ({ input }) => `must be one of ${networkFaults.join(', ')}${faultHint(input)}`,
    }),
  ),
  hold: z.optional(z.boolean('must be true or false; how long belongs in `delay`')),
  dynamic: z.optional(z.boolean('must be true or false')),
})

const timesError = 'must be an integer from 1 to 1000000'
const wordsOfChance = ({ input }: { readonly input?: unknown }): string =>
  `must be a number from 0 to 1${shareHint(input)}`

export const ruleSchema: z.ZodMiniType<NewRule> & { shape: object } = z.strictObject({
  id: z.optional(nameSchema),
  endpoint: nameSchema,
  when: z.optional(whenSchema),
  response: z.optional(responseSchema),
  responses: z.optional(z.array(responseSchema).check(z.minLength(1, 'must not be empty'))),
  times: z.optional(
    z
      .int({ error: ({ input }) => timesError + numberHint(input), abort: true })
      .check(z.gte(1, timesError), z.lte(1_000_000, timesError)),
  ),
  chance: z.optional(
    z
      .number({ error: wordsOfChance })
      .check(z.refine((given) => given >= 0 && given <= 1, { error: wordsOfChance })),
  ),
})
