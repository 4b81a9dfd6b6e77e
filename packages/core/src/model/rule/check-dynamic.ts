// Checks the values that the dynamic responses of a rule take from its requests.

import { parametersIn } from '../pattern/path-pattern.ts'
import type { FaultList } from '../problem/fault-list.ts'
import type { Yielding } from '../time/yielding.ts'
import { readDynamic } from './dynamic-response.ts'
import type { RuleResponse } from './rule.ts'
import type { NewRule } from './rule-schema.ts'
import { isOfRequest } from './template.ts'

/** The members of the rule must have the right types. Takes time in proportion to the rule. */
export function* checkDynamic(
  { when, response, responses = [] }: NewRule,
  faults: FaultList,
): Yielding<void> {
  if (response) checkResponse(response, '/response', when?.path, faults)
  for (const [i, each] of responses.entries()) {
    checkResponse(each, `/responses/${i}`, when?.path, faults)
    yield
  }
}

function checkResponse(
  response: RuleResponse,
  pointer: string,
  path: string | undefined,
  faults: FaultList,
): void {
  if (!response.dynamic) return
  const { places } = readDynamic(response, (at, detail) => faults.add(pointer + at, detail))
  if (places.length === 0 && faults.isEmpty()) {
    const [what, how] =
      response.dynamic === 'headers'
        ? ['"headers", and they take', 'write ${/body/id} or ${/endpoint} in one of them']
        : [
            'true, and the response takes',
            'write {"$request": "/body/id"} for a JSON value, or ${/body/id} in a string',
          ]
    faults.add(`${pointer}/dynamic`, `is ${what} nothing from a request: ${how}`)
  }
  const known = new Set(parametersIn(path ?? ''))
  for (const { of, fallback } of places) {
    if (!isOfRequest(of) || of.member !== 'params' || fallback !== undefined) continue
    const [name = ''] = of.names
    if (known.has(name)) continue
    faults.add(pointer, `takes \`${of.pointer}\`, and the path has no parameter :${name}`)
  }
}
