// The members of a rule, for the parser and the API documents: how each is read, and its values.
import * as z from 'zod/mini'
import { nameSchema } from '../endpoint/endpoint-schema.ts'
import { each, numberHint, ofRules, ofWhen, shareHint } from '../problem/other-words.ts'
import { optional, required, shapesOf } from './member.ts'
import type { Shape } from './read-shape.ts'
import { recordedAt } from './record-schema.ts'
import { responseMemberNames, responseSchema, responseShape } from './response-schema.ts'
import type { RuleResponse, RuleWhen } from './rule.ts'
import { bodyMatch, methods, parameters, values } from './when-values.ts'

/** A rule as a client sends it. */
export interface NewRule {
  readonly id?: string | undefined
  readonly endpoint: string
  readonly recordedAt?: string | undefined
  readonly when?: RuleWhen | undefined
  readonly response?: RuleResponse | undefined
  readonly responses?: readonly RuleResponse[] | undefined
  readonly repeatLast?: boolean | undefined
  readonly times?: number | undefined
  readonly chance?: number | undefined
}

const whenMembers = {
  method: optional('short', 'The method, or a list of methods. GET matches HEAD too.', methods),
  path: optional(
    'short',
    'The path below the name: segments, :name for any one segment, * at the end for the rest. A slash at the end makes no difference. Default: /, the endpoint itself; /* where it has no default response.',
    z.string('must be a path such as /v1/customers/:id'),
  ),
  exactPath: optional(
    'short',
    'Whether a slash at the end of the path makes a difference.',
    z.boolean('must be true or false'),
  ),
  params: optional('values', 'Parameters of the path: a text, or a pattern for it.', parameters),
  query: optional(
    'values',
    'The value of each parameter, or what it is like; null for none.',
    values,
  ),
  queryString: optional(
    'short',
    'The whole query, as in a URL: these parameters and no others, in any order. Those in `query` may be present too.',
    z.string('must be the text of a query such as page=2&tag=new'),
  ),
  headers: optional('values', 'Name to value, or to what it is like; null for none.', values),
  form: optional(
    'values',
    'The value of each field of a form, or what it is like; null for none.',
    values,
  ),
  json: optional('text', 'The whole JSON body. The order of members does not matter.', z.string()),
  jsonIncludes: optional(
    'text',
    'A part of the JSON body: of objects only these members, arrays in full.',
    z.string(),
  ),
  jsonAt: optional(
    { each: 'text' },
    'By JSON Pointer into the body: a value that is included there, or a pattern for a string.',
    z.record(z.string(), z.string(), 'must be an object'),
  ),
  body: optional('string', 'The body: a text, or a pattern for it.', bodyMatch),
}

const whenSchema: z.ZodMiniType<RuleWhen> = z.strictObject(whenMembers)

const timesError = 'must be an integer from 1 to 1000000'
const wordsOfChance = ({ input }: { readonly input?: unknown }): string =>
  `must be a number from 0 to 1${shareHint(input)}`
const ofName = { minLength: 1, maxLength: 255 }

const ruleMembers = {
  id: optional('short', 'Default: the service chooses one.', nameSchema, ofName),
  endpoint: required('short', 'The name of the endpoint.', nameSchema, ofName),
  when: optional(
    { members: shapesOf(whenMembers), others: ofWhen },
    'Which requests: all members have to match. Default: every request.',
    whenSchema,
  ),
  response: optional(
    { ...responseShape, instead: '; several in turn are `responses`' },
    'How the response differs from that of the endpoint. Required without responses.',
    responseSchema,
  ),
  responses: optional(
    { elements: responseShape, instead: '; one alone is `response`' },
    'One for each request, in turn; then the rule is used up, unless repeatLast is true.',
    z.array(responseSchema).check(z.minLength(1, 'must not be empty')),
  ),
  repeatLast: optional(
    'short',
    'With responses: whether the last one repeats. Default: false.',
    z.boolean('must be true or false'),
  ),
  times: optional(
    'short',
    'With response: number of requests until the rule is used up. Default: unlimited.',
    z
      .int({ error: ({ input }) => timesError + numberHint(input), abort: true })
      .check(z.gte(1, timesError), z.lte(1_000_000, timesError)),
  ),
  chance: optional(
    'short',
    'Share of the matching requests that get the response. Default: 1.',
    z
      .number({ error: wordsOfChance })
      .check(z.refine((given) => given >= 0 && given <= 1, { error: wordsOfChance })),
  ),
  recordedAt: optional('short', 'When its response was recorded.', recordedAt),
}

export const ruleSchema: z.ZodMiniType<NewRule> & { shape: object } = z.strictObject(ruleMembers)

export const ruleShape: Shape = {
  members: shapesOf(ruleMembers),
  others: {
    ...each(Object.keys(whenMembers), 'belongs in `when`'),
    ...each(responseMemberNames, 'belongs in `response`'),
    ...ofRules,
  },
}
