// Parses a request body as a rule, or as the response for a held request.

import { createFaultList, type FaultList, faultsToText } from '../problem/fault-list.ts'
import { checkValue } from '../problem/fields.ts'
import { Problem } from '../problem/problem.ts'
import type { Yielding } from '../time/yielding.ts'
import { checkDynamic } from './check-dynamic.ts'
import { checkResponse, checkRule } from './check-rule.ts'
import { type ObjectShape, readShape } from './read-shape.ts'
import { givenShape, responseSchema, returnedShape } from './response-schema.ts'
import type { RuleResponse } from './rule.ts'
import { type NewRule, ruleSchema, ruleShape } from './rule-schema.ts'
import { checkPatterns } from './text-like.ts'

/** Parses a rule, with its id if it has one. Throws a problem with every fault at once. */
export function* parseRule(body: string): Yielding<NewRule> {
  const faults = createFaultList()
  const given = yield* readShape(body, ruleShape, faults)
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

/** Parses the response for a held request. An empty text is a response without members. */
export function* parseGiven(body: string): Yielding<RuleResponse> {
  return body.trim() === '' ? {} : yield* parseResponse(body, givenShape)
}

/** Parses the response that a function returned. */
export function parseReturned(body: string): Yielding<RuleResponse> {
  return parseResponse(body, returnedShape)
}

function* parseResponse(body: string, allowed: ObjectShape): Yielding<RuleResponse> {
  const faults = createFaultList()
  const given = yield* readShape(body, allowed, faults)
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
