// The way from a request body to a rule, or to the response of one that is released.

import { createFaultList, type FaultList, faultsToText } from '../problem/fault-list.ts'
import { checkValue } from '../problem/fields.ts'
import { each, ofResponses, ofRules, ofWhen } from '../problem/other-words.ts'
import { Problem } from '../problem/problem.ts'
import type { Yielding } from '../time/yielding.ts'
import { checkDynamic } from './check-dynamic.ts'
import { checkResponse, checkRule } from './check-rule.ts'
import { readShape, type Shape } from './read-shape.ts'
import type { RuleResponse } from './rule.ts'
import { type NewRule, responseSchema, ruleSchema } from './rule-schema.ts'
import { checkPatterns } from './text-like.ts'

const chunk: Shape = {
  members: { body: 'string', bodyEncoding: 'short', delay: 'short' },
  instead: ', such as {"body": "text"}',
}
const event: Shape = {
  members: { data: 'text', event: 'short', id: 'short', delay: 'short' },
  instead: ', such as {"data": …}',
}
const response = {
  members: {
    statusCode: 'short',
    data: 'text',
    delay: 'short',
    headers: 'values',
    body: 'string',
    bodyEncoding: 'short',
    chunks: { elements: chunk },
    events: { elements: event },
    bytesPerSecond: 'short',
    fault: 'short',
    hold: 'short',
  },
  others: { ...ofResponses, dynamic: 'belongs in the `response` of a rule' },
} satisfies Shape
/** Of a rule: it may take values of its requests. */
const ruleResponse = {
  members: { ...response.members, dynamic: 'short' },
  others: ofResponses,
} satisfies Shape
const when = {
  members: {
    method: 'short',
    path: 'short',
    exactPath: 'short',
    params: 'values',
    query: 'values',
    headers: 'values',
    form: 'values',
    json: 'text',
    jsonIncludes: 'text',
    jsonAt: { each: 'text' },
    body: 'string',
  },
  others: ofWhen,
} satisfies Shape
const rule: Shape = {
  members: {
    id: 'short',
    endpoint: 'short',
    when,
    response: { ...ruleResponse, instead: '; several in turn are `responses`' },
    responses: { elements: ruleResponse, instead: '; one alone is `response`' },
    times: 'short',
    chance: 'short',
  },
  others: {
    ...each(Object.keys(when.members), 'belongs in `when`'),
    ...each(Object.keys(ruleResponse.members), 'belongs in `response`'),
    ...ofRules,
  },
}

/** The rule that a text describes, with its id if it has one. Throws a problem with every fault at once. */
export function* parseRule(body: string): Yielding<NewRule> {
  const faults = createFaultList()
  const given = yield* readShape(body, rule, faults)
  if (given !== undefined) {
    checkRule(given as NewRule, faults)
    yield* checkPatterns((given as NewRule).when, faults)
  }
  const value = given === undefined ? undefined : checkValue(ruleSchema, given, faults)
  if (value !== undefined && faults.isEmpty()) yield* checkDynamic(value, faults)
  if (value !== undefined && faults.isEmpty()) return value
  const shape =
    '{"endpoint": …, "when"?: …, "response" or "responses": …, "times"?: …, "chance"?: …}'
  throw invalid(faults, `A rule is ${shape}.`)
}

/** The partial response that a text describes; an empty text stands for one without members. */
export function* parseResponse(body: string): Yielding<RuleResponse> {
  if (body.trim() === '') return {}
  const faults = createFaultList()
  const given = yield* readShape(body, response, faults)
  if (given !== undefined) checkResponse(given as RuleResponse, '', faults)
  const value = given === undefined ? undefined : checkValue(responseSchema, given, faults)
  if (value !== undefined && faults.isEmpty()) return value
  const shape = '{"statusCode"?: …, "headers"?: …, "data" or "body"?: …, "delay"?: …}'
  throw invalid(faults, `A response is such as ${shape}.`)
}

function invalid(faults: FaultList, shape: string): Problem {
  const errors = faults.all()
  return new Problem('invalid-rule', `${faultsToText(errors)} ${shape}`, { errors })
}
