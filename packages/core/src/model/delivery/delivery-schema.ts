// The schema of a delivery request: how each member is read, and which values it may have.
import * as z from 'zod/mini'
import { delay } from '../endpoint/endpoint-schema.ts'
import { delayHint, numberHint, ofDeliveries } from '../problem/other-words.ts'
import { optional, required, shapesOf } from '../rule/member.ts'
import type { ObjectShape } from '../rule/read-shape.ts'
import { type DeliveryRequest, hashes, signingSchemes as schemes } from './delivery-request.ts'

const text = z.string('must be a string')

function integer(from: number, to: number): z.ZodMiniType<number> {
  const error = `must be an integer from ${from} to ${to}`
  return z
    .int({ error: ({ input }) => error + numberHint(input), abort: true })
    .check(z.gte(from, error), z.lte(to, error))
}

/** In milliseconds. */
const longestBackoff = 86_400_000
const backoffError = `must be a number of milliseconds from 0 to ${longestBackoff}, or a list of them`
const backoff = z
  .number({ error: ({ input }) => backoffError + delayHint(input) })
  .check(z.gte(0, backoffError), z.lte(longestBackoff, backoffError))

/** In milliseconds. */
const longestTimeout = 600_000
const timeoutError = `must be a number of milliseconds from 1 to ${longestTimeout}`

const signMembers = {
  scheme: required(
    'short',
    'The scheme of the signature: Standard Webhooks (Svix), GitHub, Stripe, Slack, Shopify, Twilio, or any HMAC.',
    z.enum(schemes, `must be one of ${schemes.join(', ')}`),
  ),
  secret: required(
    'short',
    'The secret of the receiver.',
    z.string('must be a string').check(z.minLength(1, 'must not be empty')),
  ),
  url: optional('short', 'For twilio: the signed URL. Default: `to`.', text),
  header: optional('short', 'For hmac: the header with the signature.', text),
  prefix: optional('short', 'For hmac: the text before the signature. Default: none.', text),
  encoding: optional(
    'short',
    'For hmac: the encoding of the signature. Default: hex.',
    z.enum(['hex', 'base64'], 'must be hex or base64'),
  ),
  algorithm: optional(
    'short',
    'For hmac: the hash function. Default: sha256.',
    z.enum(hashes, `must be one of ${hashes.join(', ')}`),
  ),
  timestampHeader: optional('short', 'For hmac: the header with the time, in seconds.', text),
  before: optional(
    'short',
    'Of hmac: what is signed before the body; `{timestamp}` stands for the time. Default: `{timestamp}.` with timestampHeader.',
    text,
  ),
}

/** The members that only one scheme has, by scheme. */
export const membersOfScheme: Readonly<Record<string, readonly string[]>> = {
  twilio: ['url'],
  hmac: ['header', 'prefix', 'encoding', 'algorithm', 'timestampHeader', 'before'],
}

const headerValueError = 'must be a string, null for none, or a list of strings'

const deliveryMembers = {
  to: required(
    'short',
    'The URL of the receiver.',
    z.string({
      error: ({ input }) => {
        const hint = typeof input === 'object' ? '; of a dynamic response ${/body/callback}' : ''
        return `must be a URL such as http://localhost:3000/hooks${hint}`
      },
    }),
  ),
  event: optional('text', 'Any JSON value: the body, byte for byte.', z.string()),
  events: optional(
    { elements: 'text', instead: '; a single one is `event`' },
    'Several events: each is sent after the first attempt of the previous one.',
    z
      .array(z.string())
      .check(
        z.minLength(1, 'must not be empty'),
        z.maxLength(1000, 'may have 1000 elements at most'),
      ),
  ),
  body: optional(
    'string',
    'A body instead of an event: text, or base64 if bodyEncoding is present.',
    z.string({
      error: ({ input }) =>
        `must be a string${typeof input === 'object' ? '; JSON belongs in `event`' : ''}`,
    }),
  ),
  bodyEncoding: optional(
    'short',
    'Marks a body in base64.',
    z.literal('base64', 'can only be "base64"; leave it out for text'),
  ),
  method: optional('short', 'Default: POST.', z.string('must be a method such as POST')),
  headers: optional(
    'values',
    'Name to value, or to a list of values; null for none. Those of a signature are added.',
    z.record(
      z.string(),
      z.union([z.string(), z.null(), z.array(z.string())], headerValueError),
      'must be an object',
    ),
  ),
  sign: optional(
    { members: shapesOf(signMembers), instead: ', such as {"scheme": "stripe", "secret": …}' },
    'How each attempt is signed. Default: unsigned.',
    z.strictObject(signMembers),
  ),
  id: optional(
    'short',
    'The id of the message, of a single event: the `webhook-id` of standard, `x-github-delivery` of github, `x-shopify-webhook-id` of shopify. Default: a new one.',
    z.string('must be a string').check(
      z.refine((given) => /^[\x21-\x7e]{1,255}$/.test(given), {
        error: 'must be 1 to 255 visible ASCII characters',
      }),
    ),
  ),
  delay: optional('short', 'Milliseconds before the first attempt. Default: 0.', delay),
  attempts: optional(
    'short',
    'The maximum number of attempts for each message, until a 2xx or a 410. Default: 1.',
    integer(1, 100),
  ),
  backoff: optional(
    'short',
    'Milliseconds from the end of an attempt to the next: a number, which doubles each time; or a list of them, the last for all that follow. Default: 1000.',
    z.union([backoff, z.array(backoff).check(z.minLength(1, 'must not be empty'))], {
      error: ({ input }) => backoffError + delayHint(input),
    }),
  ),
  timeout: optional(
    'short',
    'Milliseconds until an attempt without a response fails. Default: 10000.',
    z
      .number({ error: ({ input }) => timeoutError + delayHint(input) })
      .check(z.gte(1, timeoutError), z.lte(longestTimeout, timeoutError)),
  ),
  duplicate: optional(
    'short',
    'How often each event is sent, with the same id. Default: 1.',
    integer(1, 100),
  ),
  shuffle: optional(
    'short',
    'A seed that shuffles the messages. Default: in order.',
    z.number('must be a number'),
  ),
}

export const deliverySchema: z.ZodMiniType<DeliveryRequest> & { shape: object } = z.strictObject(
  deliveryMembers,
  'is missing; it is an object such as {"to": …, "event": …}',
)

export const deliveryShape: ObjectShape = {
  members: shapesOf(deliveryMembers),
  others: ofDeliveries,
}
