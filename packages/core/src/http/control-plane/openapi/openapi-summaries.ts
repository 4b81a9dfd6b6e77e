// The part of the OpenAPI document about summaries of endpoints.

import { summaryQuerySchema } from '../queries.ts'
import {
  type Description,
  object,
  type Part,
  response,
  toParameters,
  toSchema,
  unreadable,
} from './openapi-parts.ts'

const integer: Part = { type: 'integer' }
const text: Part = { type: 'string' }

const summary: Part = object(
  {
    name: text,
    statusCode: integer,
    delay: { type: 'number', description: 'Milliseconds.' },
    dataBytes: { ...integer, description: 'The length of its data in bytes of UTF-8.' },
    dataStart: { ...text, description: 'The first 200 characters of its data.' },
    rules: { ...integer, description: 'How many rules it has.' },
  },
  {
    file: { ...text, description: 'The file it comes from, if any.' },
    changed: { const: true, description: 'Changed by a call since its file was read.' },
    origin: { ...text, description: 'Its own origin, such as `http://localhost:16541`, if any.' },
  },
)

const page: Part = object(
  {
    endpoints: { type: 'array', items: summary },
    next: { type: ['string', 'null'] },
  },
  {
    total: {
      ...integer,
      description:
        'How many endpoints match in all; left out where counting them would take too long.',
    },
    unreadable,
  },
)

/** Descriptions of the query's members, which its schema does not contain. */
const descriptions: Record<string, Part> = {
  search: { description: 'Only names that contain this, in upper or lower case.' },
  after: { description: 'Only names after this one: the `next` of the page before.' },
  limit: { description: 'The maximum number of endpoints on a page.' },
}

export const describedSummaries: { readonly listSummaries: Description } = {
  listSummaries: {
    summary: 'Lists summaries of the endpoints, or finds them by a part of their name',
    responses: {
      200: response(
        'A page, which may hold fewer than `limit` before the last; `next` is null on that one',
        page,
      ),
    },
    parameters: toParameters(toSchema(summaryQuerySchema, 'input', descriptions)),
  },
}
