// The responses in the text of a rule.
import { elementsIn, type Located, membersIn } from '../model/json/located.ts'
import type { Yielding } from '../model/time/yielding.ts'

export interface LocatedResponse {
  /** The JSON Pointer, such as `/responses/0`. */
  readonly pointer: string
  readonly response: Located
}

/** Returns the responses in a rule. Empty if the text is not a rule. */
export function* responsesIn(rule: Located): Yielding<readonly LocatedResponse[]> {
  const found: LocatedResponse[] = []
  for (const member of (yield* membersIn(rule)) ?? []) {
    if (member.name === 'response') found.push({ pointer: '/response', response: member })
    if (member.name !== 'responses') continue
    for (const [i, response] of ((yield* elementsIn(member)) ?? []).entries()) {
      found.push({ pointer: `/responses/${i}`, response })
    }
  }
  return found
}
