// The members of a rule's response: how each is read, and its valid values.
import * as z from 'zod/mini'
import { deliverySchema, deliveryShape } from '../delivery/delivery-schema.ts'
import { delay, statusCode } from '../endpoint/endpoint-schema.ts'
import { delayHint, each, faultHint, ofFollowUps, ofResponses } from '../problem/other-words.ts'
import { optional, required, shapesOf } from './member.ts'
import type { ObjectShape } from './read-shape.ts'
import { recordSchema } from './record-schema.ts'
import { networkFaults, type RuleResponse } from './rule.ts'

const text = z.string('must be a string')
/** A text. For an object, the fault names the member that takes JSON. */
const textBeside = (json: string): z.ZodMiniType<string> =>
  z.string({
    error: ({ input }) =>
      `must be a string${typeof input === 'object' ? `; JSON belongs in \`${json}\`` : ''}`,
  })
const base64 = z.literal('base64', 'can only be "base64"; leave it out for text')

const encoding = optional('short', 'Marks a body in base64.', base64)
const chunkMembers = {
  body: required('string', 'Text, or base64 if bodyEncoding is present.', text),
  bodyEncoding: encoding,
  delay: optional('short', 'Milliseconds since the previous chunk.', delay),
}
const eventMembers = {
  data: required(
    'text',
    'Any JSON value; a string is sent as its characters.',
    z.string('is missing; it is any JSON value'),
  ),
  event: optional('short', 'The name of the event.', text),
  id: optional('short', 'The id of the event.', text),
  delay: optional('short', 'Milliseconds since the previous event.', delay),
}

const rangeError = 'must be a number of milliseconds, or two: the minimum and the maximum'
const headerValueError = 'must be a string, null to remove the header, or a list of strings'
const bytesPerSecondError = 'must be a number of bytes from 1 up'

/** Maximum number of elements in `then`. */
const mostThen = 10
const thenMembers = {
  send: required(
    deliveryShape,
    'A webhook, or several, as for `PUT /api/delivery/send`. Its delay begins after the response.',
    deliverySchema,
  ),
}

/** The members of a response that is given to a held request. */
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
  body: optional('string', 'Text, or base64 if bodyEncoding is present.', textBeside('data')),
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
    'The speed of the body. Default: unlimited.',
    z.number(bytesPerSecondError).check(z.gte(1, bytesPerSecondError)),
  ),
  fault: optional(
    'short',
    'Breaks the connection instead of a proper response.',
    z.enum(networkFaults, {
      error: ({ input }) => `must be one of ${networkFaults.join(', ')}${faultHint(input)}`,
    }),
  ),
  then: optional(
    {
      elements: {
        members: shapesOf(thenMembers),
        others: ofFollowUps,
        instead: ', such as {"send": {"to": …, "event": …}}',
      },
      instead: ', such as [{"send": {"to": …, "event": …}}]',
    },
    'Webhooks to send after the response.',
    z
      .array(z.strictObject(thenMembers))
      .check(z.maxLength(mostThen, `may have ${mostThen} elements at most`)),
  ),
}
/** The members of a response that a function returns. */
const returnedMembers = {
  ...givenMembers,
  hold: optional(
    'short',
    'Whether the response waits until it is released.',
    z.boolean('must be true or false; how long belongs in `delay`'),
  ),
}
const responseMembers = {
  ...returnedMembers,
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

/** The shape of a response that is given to a held request. */
export const givenShape: ObjectShape = shapeOf(
  givenMembers,
  'works only in a rule: a release changes what its rule sends',
)

/** The shape of a response that a function returns. */
export const returnedShape: ObjectShape = shapeOf(
  returnedMembers,
  'works only in a rule without a function',
)

function shapeOf(members: Parameters<typeof shapesOf>[0], otherwise: string): ObjectShape {
  const others = Object.keys(responseMembers).filter((name) => !Object.hasOwn(members, name))
  return { members: shapesOf(members), others: { ...ofResponses, ...each(others, otherwise) } }
}

export const responseMemberNames: readonly string[] = Object.keys(responseMembers)

export const responseShape: ObjectShape = {
  members: shapesOf(responseMembers),
  others: ofResponses,
}
