// What the OpenAPI document says of rules and of held requests.
import { answerSchema, ruleSchema } from '../../model/rule-schema.ts'
import type { RuleOperation } from './effect.ts'
import {
  answer,
  type Description,
  object,
  type Part,
  ref,
  success,
  toParameters,
  toSchema,
} from './openapi-parts.ts'
import { endpointFilterSchema, holdFilterSchema, ruleQuerySchema } from './queries.ts'

/** What the schemas cannot say by themselves. */
const descriptions: Record<string, Part> = {
  id: { minLength: 1, maxLength: 255, description: 'Default: the service chooses one.' },
  endpoint: { minLength: 1, maxLength: 255, description: 'The name of the endpoint.' },
  when: { description: 'Which requests: all members have to match. Default: every request.' },
  answer: { description: 'Laid over what the endpoint answers. Either this or answers.' },
  answers: { description: 'One for each request, in turn; then the rule is used up.' },
  times: { description: 'With answer: how many requests it answers. Default: no end.' },
  chance: { description: 'Which share of the matching requests it answers. Default: 1.' },
  method: { description: 'The method, or a list of methods. GET matches HEAD too.' },
  path: {
    description:
      'The path below the name: segments, :name for any one segment, * at the end for the rest. Default: /, the endpoint itself.',
  },
  query: { description: 'The value of each parameter; null for none.' },
  headers: { description: 'Name to value; null for none. In an answer also to a list of values.' },
  json: { description: 'Any JSON value, which the body contains.' },
  data: { description: 'Any JSON value; sent byte for byte.' },
  body: { description: 'Text, or bytes in base64 if bodyEncoding says so.' },
  chunks: { description: 'Pieces of a body, each sent after its delay.' },
  events: { description: 'Server-sent events, each sent after its delay.' },
  delay: { description: 'Milliseconds; of an answer also the least and the most, in a list.' },
  bytesPerSecond: { description: 'How fast the body is sent. Default: as fast as it goes.' },
  fault: { description: 'What the wire shows in place of a proper answer.' },
  hold: { description: 'Whether the answer waits until it is released.' },
}

/** The schemas of a rule as it is sent, and of an answer. */
export const ruleSchemas: Readonly<Record<string, Part>> = {
  NewRule: toSchema(ruleSchema, 'input', descriptions),
  Rule: {
    allOf: [
      ref('NewRule'),
      object({
        id: { type: 'string' },
        used: { type: 'integer', description: 'How many requests it has answered.' },
        left: { type: ['integer', 'null'], description: 'How many more; null without an end.' },
      }),
    ],
  },
  Answer: toSchema(answerSchema, 'input', descriptions),
}

const releaseBody: Part = {
  description: 'What is laid over the answer of the rule. Default: nothing.',
  content: { 'application/json': { schema: ref('Answer') } },
}

const filters: Record<string, Part> = {
  endpoint: { description: 'Only those of this endpoint. Default: all.' },
  rule: { description: 'Only those that the rule of this id holds. Default: all.' },
}

export const describedRules: Readonly<Record<RuleOperation, Description>> = {
  addRule: {
    summary: 'Adds a rule, or replaces the one of that id',
    responses: {
      200: answer('The rule', { allOf: [object({ success }), ref('Rule')] }),
    },
    requestBody: {
      required: true,
      description: 'Read as JSON whatever its Content-Type says.',
      content: { 'application/json': { schema: ref('NewRule') } },
    },
  },
  listRules: {
    summary:
      'Lists rules: by the names of their endpoints, those of one in the order they are tried',
    responses: {
      200: answer(
        'A page; `next` is null on the last one',
        object({
          rules: { type: 'array', items: ref('Rule') },
          next: { type: ['string', 'null'] },
        }),
      ),
    },
    parameters: toParameters(
      toSchema(ruleQuerySchema, 'input', {
        endpoint: { description: 'Only the rules of this endpoint.' },
        after: { description: 'The `next` of the page before.' },
        limit: { description: 'How many rules a page holds at most.' },
      }),
    ),
  },
  clearRules: {
    summary: 'Removes all rules, or those of one endpoint',
    responses: {
      200: answer('How many there were', object({ success, removed: { type: 'integer' } })),
    },
    parameters: toParameters(toSchema(endpointFilterSchema, 'input', filters)),
  },
  getRule: {
    summary: 'Shows one rule',
    responses: { 200: answer('The rule', ref('Rule')) },
  },
  removeRule: {
    summary: 'Removes one rule',
    responses: { 200: answer('It is gone', object({ success, id: { type: 'string' } })) },
  },
  releaseRequest: {
    summary: 'Releases a held request, perhaps with another answer',
    responses: { 200: answer('It is answered', object({ success, id: { type: 'integer' } })) },
    requestBody: releaseBody,
  },
  releaseRequests: {
    summary: 'Releases all held requests, or those of one endpoint',
    responses: {
      200: answer('How many there were', object({ success, released: { type: 'integer' } })),
    },
    parameters: toParameters(toSchema(holdFilterSchema, 'input', filters)),
    requestBody: releaseBody,
  },
}
