// The part of the OpenAPI document about the journal.
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

/** The members that requests and responses have in common. */
const messageMembers: Record<string, Part> = {
  headers: {
    type: 'array',
    description: 'Names and values, in the order in which they were sent.',
    items: { type: 'array', prefixItems: [text, text], minItems: 2, maxItems: 2 },
  },
  body: { ...text, description: 'Text, or base64 if bodyEncoding is present.' },
  bodyBytes: { ...integer, description: 'The length of the whole body in bytes.' },
  bodyTruncated: { type: 'boolean', description: 'Whether body has only the beginning.' },
}

const bodyEncoding: Part = { const: 'base64', description: 'Present when the body is not UTF-8.' }

/** The headers and the body of a message. */
export const messageSchema: Part = object(messageMembers, { bodyEncoding })

const required: Record<string, Part> = {
  id: { ...integer, description: 'Increases with each request, and is never reused.' },
  endpoint: {
    type: ['string', 'null'],
    description: 'The endpoint that answers it; null when it is unmatched.',
  },
  rule: { type: ['string', 'null'], description: 'The id of the rule that answers it.' },
  method: text,
  path: { ...text, description: 'As received, not decoded.' },
  query: { ...text, description: 'As received, without the question mark.' },
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
    daemon: { ...text, description: 'The daemon that received it, if there are several.' },
    held: { const: true, description: 'Present while it waits to be released.' },
    fault: { enum: networkFaults, description: 'The fault that a rule answered it with.' },
    forwarded: {
      ...object(
        { to: text, durationMs: { type: 'number' } },
        {
          error: { ...text, description: 'Why it failed: an error type of RFC 9209.' },
          recorded: { ...text, description: 'The id of the recording.' },
          notRecorded: { ...text, description: 'The reason why it was not recorded.' },
        },
      ),
      description: 'Where it was forwarded to, and the time until the response began.',
    },
    closest: closestSchema,
    nearMisses: { type: 'array', items: text, maxItems: 3 },
    response: {
      ...messageSchema,
      description: 'The response. Only when a single request is read.',
    },
  },
}

/** Descriptions of the query's members, which its schema does not contain. */
const descriptions: Record<string, Part> = {
  endpoint: { description: 'Only requests to this endpoint.' },
  unmatched: {
    description: 'true: only requests that no endpoint answers; false: only the others.',
  },
  after: {
    description:
      'Only requests after this cursor: the `next` of an earlier list. A cursor of an earlier run starts from the beginning.',
  },
  limit: { description: 'The maximum number of requests on a page.' },
  wait: { description: 'Milliseconds to wait for `count` requests.' },
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
      description: 'The number of requests dropped since the journal was cleared.',
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
      'Lists the requests in order of arrival: page by page, after waiting for some, or as a stream',
    responses: {
      200: {
        description: 'A page, or events when the client accepts text/event-stream',
        content: { 'application/json': { schema: page }, 'text/event-stream': { schema: events } },
      },
    },
    parameters: [...toParameters(toSchema(requestQuerySchema, 'input', descriptions)), lastEventId],
  },
  clearRequests: {
    summary: 'Removes all requests',
    responses: { 200: response('All are removed', object({ success })) },
  },
  getRequest: {
    summary: 'Shows one request with its response',
    responses: { 200: response('The current state of the request', ref('Request')) },
  },
}
