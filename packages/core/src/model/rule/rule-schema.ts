// The members of a rule, for the parser and the documents: how each is read, and what it may hold.
import * as z from 'zod/mini'
import { delay, nameSchema, statusCode } from '../endpoint/endpoint-schema.ts'
import {
  delayHint,
  each,
  faultHint,
  numberHint,
  ofResponses,
  ofRules,
  ofWhen,
  shareHint,
} from '../problem/other-words.ts'
import { optional, required, shapesOf } from './member.ts'
import type { ObjectShape, Shape } from './read-shape.ts'
import { recordedAt, recordSchema } from './record-schema.ts'
import { networkFaults, type RuleResponse, type RuleWhen } from './rule.ts'
import { bodyMatch, methods, parameters, values } from './when-values.ts'

/** What a client sends to add a rule. */
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

const text = z.string('must be a string')
/** A text beside which a member takes JSON. */
const textBeside = (json: string): z.ZodMiniType<string> =>
  z.string({
    error: ({ input }) =>
      `must be a string${typeof input === 'object' ? `; JSON belongs in \`${json}\`` : ''}`,
  })
const base64 = z.literal('base64', 'can only be "base64"; leave it out for text')

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
  params: optional(
    'values',
    'What each parameter of the path is: a text, or what it is like.',
    parameters,
  ),
  query: optional(
    'values',
    'The value of each parameter, or what it is like; null for none.',
    values,
  ),
  queryString: optional(
    'short',
    'The whole query, as in a URL: these parameters and no others, in any order, beside those that query compares.',
    z.string('must be the text of a query such as page=2&tag=new'),
  ),
  headers: optional('values', 'Name to value, or to what it is like; null for none.', values),
  form: optional(
    'values',
    'The value of each field of a form, or what it is like; null for none.',
    values,
  ),
  json: optional('text', 'Any JSON value, which the body is: members in any order.', z.string()),
  jsonIncludes: optional(
    'text',
    'Any JSON value, which the body includes: of objects the members that are named, arrays in full.',
    z.string(),
  ),
  jsonAt: optional(
    { each: 'text' },
    'By JSON Pointer into the body: any JSON value that the value there includes, or what the string there is like.',
    z.record(z.string(), z.string(), 'must be an object'),
  ),
  body: optional('string', 'The body as a text, or what it is like.', bodyMatch),
}

const whenSchema: z.ZodMiniType<RuleWhen> = z.strictObject(whenMembers)

const encoding = optional('short', 'Whether the body is bytes in base64.', base64)
const chunkMembers = {
  body: required('string', 'Text, or bytes in base64 if bodyEncoding says so.', text),
  bodyEncoding: encoding,
  delay: optional('short', 'Milliseconds since the piece before.', delay),
}
const eventMembers = {
  data: required(
    'text',
    'Any JSON value; a string is sent as its characters.',
    z.string('is missing; it is any JSON value'),
  ),
  event: optional('short', 'The name of the event.', text),
  id: optional('short', 'The id of the event.', text),
  delay: optional('short', 'Milliseconds since the event before.', delay),
}

const rangeError = 'must be a number of milliseconds, or two: the minimum and the maximum'
const headerValueError = 'must be a string, null to remove the header, or a list of strings'
const bytesPerSecondError = 'must be a number of bytes from 1 up'

/** Those of a response that is given to a held request. */
const givenMembers = {
  statusCode: optional('short', 'Default: that of the endpoint.', statusCode),
  data: optional('text', 'Any JSON value; sent byte for byte.', z.string()),
  delay: optional(
    'short',
    'Milliseconds, or a list of the minimum and the maximum.',
    z.union([delay, z.tuple([delay, delay], rangeError)], {
      error: ({ input }) => rangeError + delayHint(input),
    }),
  ),
  headers: optional(
    'values',
    'Name to value, or to a list of values; null removes the header.',
    z.record(
      z.string(),
      z.union([z.string(), z.null(), z.array(z.string())], headerValueError),
      'must be an object',
    ),
  ),
  body: optional('string', 'Text, or bytes in base64 if bodyEncoding says so.', textBeside('data')),
  bodyEncoding: encoding,
  chunks: optional(
    {
      elements: { members: shapesOf(chunkMembers), instead: ', such as {"body": "text"}' },
    },
    'Pieces of a body, each sent after its delay.',
    z.array(z.strictObject(chunkMembers)),
  ),
  events: optional(
    { elements: { members: shapesOf(eventMembers), instead: ', such as {"data": …}' } },
    'Server-sent events, each sent after its delay.',
    z.array(z.strictObject(eventMembers)),
  ),
  bytesPerSecond: optional(
    'short',
    'How fast the body is sent. Default: as fast as it goes.',
    z.number(bytesPerSecondError).check(z.gte(1, bytesPerSecondError)),
  ),
  fault: optional(
    'short',
    'What the wire shows in place of a proper response.',
    z.enum(networkFaults, {
      error: ({ input }) => `must be one of ${networkFaults.join(', ')}${faultHint(input)}`,
    }),
  ),
  hold: optional(
    'short',
    'Whether the response waits until it is released.',
    z.boolean('must be true or false; how long belongs in `delay`'),
  ),
}
const responseMembers = {
  ...givenMembers,
  dynamic: optional(
    'short',
    'Whether {"$request": "/body/id"}, {"$uuid": true}, {"$now": true} and {"$seq": true} stand for values, and ${/body/id} and the like for characters in strings; "headers" to fill nothing else.',
    z.union([z.boolean(), z.literal('headers')], 'must be true, false or "headers"'),
  ),
  forward: optional(
    'short',
    'The base URL of a service that the request is sent to, such as https://api.example.com. The path below the name and the query follow it; what comes back is the response. In place of all but delay, hold, headers and bytesPerSecond.',
    z.string('must be a URL such as https://api.example.com'),
  ),
  record: optional(
    'short',
    'With forward: whether each response is added as a permanent rule, which answers from the next reset on; or an object that says how.',
    recordSchema,
  ),
}

export const responseSchema: z.ZodMiniType<RuleResponse> & { shape: object } =
  z.strictObject(responseMembers)

/** How a response is read that is given to a held request. */
export const givenResponseShape: ObjectShape = {
  members: shapesOf(givenMembers),
  others: {
    ...ofResponses,
    ...each(['dynamic', 'forward', 'record'], 'belongs in the `response` of a rule'),
  },
}
const responseShape = { members: shapesOf(responseMembers), others: ofResponses }

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
    'What differs from the response of the endpoint. Either this or responses.',
    responseSchema,
  ),
  responses: optional(
    { elements: responseShape, instead: '; one alone is `response`' },
    'One for each request, in turn; then the rule is used up, unless repeatLast is true.',
    z.array(responseSchema).check(z.minLength(1, 'must not be empty')),
  ),
  repeatLast: optional(
    'short',
    'With responses: whether the last one is given to all requests that follow. Default: false.',
    z.boolean('must be true or false'),
  ),
  times: optional(
    'short',
    'With response: how many requests it answers. Default: no end.',
    z
      .int({ error: ({ input }) => timesError + numberHint(input), abort: true })
      .check(z.gte(1, timesError), z.lte(1_000_000, timesError)),
  ),
  chance: optional(
    'short',
    'Which share of the matching requests it answers. Default: 1.',
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
    ...each(Object.keys(responseMembers), 'belongs in `response`'),
    ...ofRules,
  },
}
