// The part of the OpenAPI document about rules and held requests.
import { toJsonSchema } from '../../../model/json/json-schema.ts'
import { describeMember } from '../../../model/rule/member.ts'
import { givenShape, responseSchema } from '../../../model/rule/response-schema.ts'
import { ruleSchema } from '../../../model/rule/rule-schema.ts'
import type { RuleOperation } from '../effect.ts'
import { endpointFilterSchema, holdFilterSchema, ruleQuerySchema } from '../queries.ts'
import {
  type Description,
  object,
  type Part,
  ref,
  response,
  success,
  toParameters,
  toSchema,
  unreadable,
} from './openapi-parts.ts'

const { additionalProperties: _, ...newRule } = toJsonSchema(ruleSchema, {
  io: 'input',
  describe: describeMember,
})
const anyResponse = toJsonSchema(responseSchema, { io: 'input', describe: describeMember })
const shown = object({
  id: { type: 'string' },
  used: { type: 'integer', description: 'How many requests it has answered.' },
  left: { type: ['integer', 'null'], description: 'How many more; null without an end.' },
})

/** The schemas of a new rule, of a rule as it is shown, and of a response to a held request. */
export const ruleSchemas: Readonly<Record<string, Part>> = {
  NewRule: { ...newRule, additionalProperties: false },
  // Not `allOf` with `NewRule`, which allows no other members.
  Rule: { ...newRule, ...joined(newRule, shown) },
  Release: { ...anyResponse, properties: givenOf(anyResponse) },
}

function joined(one: Part, other: Part): Part {
  const members = (part: Part, name: string) => part[name] as object[] & object
  return {
    properties: { ...members(one, 'properties'), ...members(other, 'properties') },
    required: [...members(one, 'required'), ...members(other, 'required')],
  }
}

/** Returns the members that the response to a held request may have. */
function givenOf({ properties }: Part): Part {
  const all = Object.entries(properties as Part)
  return Object.fromEntries(all.filter(([name]) => Object.hasOwn(givenShape.members, name)))
}

const releaseBody: Part = {
  description: 'Members that replace members of the rule’s response. Default: none.',
  content: { 'application/json': { schema: ref('Release') } },
}

const filters: Record<string, Part> = {
  endpoint: { description: 'Only requests to this endpoint. Default: all.' },
  rule: { description: 'Only requests that this rule holds. Default: all.' },
}

export const describedRules: Readonly<Record<RuleOperation, Description>> = {
  addRule: {
    summary: 'Adds a rule, or replaces the rule with that id',
    responses: {
      200: response('The rule', { allOf: [object({ success }), ref('Rule')] }),
    },
    requestBody: {
      required: true,
      description: 'Read as JSON, whatever its Content-Type.',
      content: { 'application/json': { schema: ref('NewRule') } },
    },
  },
  listRules: {
    summary: 'Lists rules by endpoint, in the order in which they are tried',
    responses: {
      200: response(
        'A page; `next` is null on the last one',
        object(
          { rules: { type: 'array', items: ref('Rule') }, next: { type: ['string', 'null'] } },
          { unreadable },
        ),
      ),
    },
    parameters: toParameters(
      toSchema(ruleQuerySchema, 'input', {
        endpoint: { description: 'Only the rules of this endpoint.' },
        usedUp: {
          description:
            'Lists the rules that were used up since the last reset instead, the latest first.',
        },
        after: { description: 'The `next` of the previous page.' },
        limit: { description: 'The maximum number of rules on a page.' },
      }),
    ),
  },
  clearRules: {
    summary: 'Removes all rules, or the rules of one endpoint',
    responses: {
      200: response('Their number', object({ success, removed: { type: 'integer' } })),
    },
    parameters: toParameters(
      toSchema(endpointFilterSchema, 'input', {
        endpoint: { description: 'Only the rules of this endpoint. Default: all.' },
      }),
    ),
  },
  getRule: {
    summary: 'Shows one rule',
    responses: { 200: response('The rule', ref('Rule')) },
  },
  removeRule: {
    summary: 'Removes one rule',
    responses: { 200: response('It is removed', object({ success, id: { type: 'string' } })) },
  },
  releaseRequest: {
    summary: 'Releases a held request, optionally with another response',
    responses: {
      200: response('The request is released', object({ success, id: { type: 'integer' } })),
    },
    requestBody: releaseBody,
  },
  releaseRequests: {
    summary: 'Releases all held requests, or the held requests to one endpoint',
    responses: {
      200: response('Their number', object({ success, released: { type: 'integer' } })),
    },
    parameters: toParameters(toSchema(holdFilterSchema, 'input', filters)),
    requestBody: releaseBody,
  },
}
