// What the OpenAPI document says of the journal.
import { networkFaults } from '../../../model/rule/rule.ts'
import { requestQuerySchema } from '../queries.ts'
import {
  type Description,
  integer,
  object,
  type Part,
  ref,
  response,
  success,
  text,
  toParameters,
  toSchema,
} from './openapi-parts.ts'

/** What requests and responses have in common. */
const messageMembers: Record<string, Part> = {
  headers: {
    type: 'array',
    description: 'Names and values, in the order in which they were sent.',
    items: { type: 'array', prefixItems: [text, text], minItems: 2, maxItems: 2 },
  },
  body: { ...text, description: 'Text, or base64 when bodyEncoding says so.' },
  bodyBytes: { ...integer, description: 'How long the whole body was, in bytes.' },
  bodyTruncated: { type: 'boolean', description: 'Whether body is only its beginning.' },
}

const bodyEncoding: Part = { const: 'base64', description: 'Present when the body is not UTF-8.' }

/** The headers and the body of a message. */
export const messageSchema: Part = object(messageMembers, { bodyEncoding })

const required: Record<string, Part> = {
  id: { ...integer, description: 'Grows with each request, and is never given twice.' },
  endpoint: {
    type: ['string', 'null'],
    description: 'The endpoint that answers it; null when it is unmatched.',
  },
  rule: { type: ['string', 'null'], description: 'The id of the rule that answers it.' },
  method: text,
  path: { ...text, description: 'As it was sent: nothing decoded.' },
  query: { ...text, description: 'As it was sent, without its question mark.' },
  ...messageMembers,
  receivedAt: { ...text, format: 'date-time' },
  statusCode: { type: ['integer', 'null'], description: 'null while pending, and when aborted.' },
  outcome: { enum: ['pending', 'answered', 'aborted', 'unmatched'] },
  durationMs: {
    type: ['number', 'null'],
    description: 'From its arrival to its end, in milliseconds; null while pending.',
  },
}

/** The rule that came closest, and the first member that differs. */
export const closestSchema: Part = object({
  rule: text,
  member: text,
  expected: text,
  actual: text,
})

/** A request of the journal. */
export const requestSchema: Part = {
  ...object(required),
  properties: {
    ...required,
    bodyEncoding,
    daemon: { ...text, description: 'Which of several daemons received it.' },
    held: { const: true, description: 'Present while it waits to be released.' },
    fault: { enum: networkFaults, description: 'The fault that a rule answered it with.' },
    forwarded: {
      ...object(
        { to: text, durationMs: { type: 'number' } },
        {
          error: { ...text, description: 'Why it failed: an error type of RFC 9209.' },
          recorded: { ...text, description: 'The id of the rule that it was recorded as.' },
          notRecorded: { ...text, description: 'Why it was not recorded, though it should be.' },
        },
      ),
      description: 'Where it was sent on to, and how long that took to begin its response.',
    },
    closest: closestSchema,
    nearMisses: { type: 'array', items: text, maxItems: 3 },
    response: {
      ...messageSchema,
      description: 'What was answered. Only where one request is shown.',
    },
  },
}

/** What the schema of the query cannot say by itself. */
const descriptions: Record<string, Part> = {
  endpoint: { description: 'Only requests that this endpoint answers.' },
  unmatched: {
    description: 'true: only requests that no endpoint answers; false: only the others.',
  },
  after: {
    description:
      'Only requests after this cursor: the `next` of an earlier list. A cursor of an earlier run starts from the beginning.',
  },
  limit: { description: 'How many requests a page holds at most.' },
  wait: { description: 'How long to wait for `count` requests, in milliseconds.' },
  count: { description: 'How many requests to wait for.' },
}

const lastEventId: Part = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'Of an event stream: where it goes on; wins over `after`.',
  schema: text,
}

const more = 'Present when there are already more requests after this page.'

const page = object(
  {
    requests: { type: 'array', items: ref('Request') },
    next: { ...text, description: 'The `after` of the next list; opaque.' },
    dropped: {
      ...integer,
      description: 'How many requests fell out since the journal was cleared.',
    },
  },
  { more: { type: 'boolean', description: more } },
)

const events: Part = {
  ...text,
  description:
    'Server-sent events: `request` (a Request as it now stands), `cleared`, and `lagged` ({"dropped": n}).',
}

type Requests = 'listRequests' | 'clearRequests' | 'getRequest'

export const describedRequests: Readonly<Record<Requests, Description>> = {
  listRequests: {
    summary:
      'Lists the requests in order of arrival, page by page, when enough are there, or as they come',
    responses: {
      200: {
        description: 'A page, or events when the client accepts text/event-stream',
        content: { 'application/json': { schema: page }, 'text/event-stream': { schema: events } },
      },
    },
    parameters: [...toParameters(toSchema(requestQuerySchema, 'input', descriptions)), lastEventId],
  },
  clearRequests: {
    summary: 'Forgets all requests',
    responses: { 200: response('None is left', object({ success })) },
  },
  getRequest: {
    summary: 'Shows one request, with what was answered',
    responses: { 200: response('The request as it now stands', ref('Request')) },
  },
}
