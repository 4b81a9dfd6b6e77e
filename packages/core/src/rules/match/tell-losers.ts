// Debug messages that explain why rules did not answer a request.
import { debug } from '../../model/debug.ts'
import type { ActiveRule } from '../active-rule.ts'
import { closestOf } from './closest.ts'
import type { RuledRequest } from './ruled-request.ts'
import { createSteps, mostToName } from './steps.ts'

/** Maximum number of rules in the messages. */
const mostTold = 20

/** Logs why each of the first rules does not answer, up to the first one that matches. */
export function tellLosers(
  rules: Iterable<ActiveRule>,
  request: RuledRequest,
  isOver: (active: ActiveRule) => boolean,
): void {
  let told = 0
  for (const active of rules) {
    const why = told++ < mostTold ? reasonOf(active, request, isOver) : undefined
    if (why === undefined) break
    debug?.(`Rule ${active.rule.id} of ${active.rule.endpoint} does not answer: ${why}.`)
  }
}

/** Returns `undefined` if the rule matches. */
function reasonOf(
  active: ActiveRule,
  request: RuledRequest,
  isOver: (active: ActiveRule) => boolean,
): string | undefined {
  if (active.rule.chance === 0) return 'its chance is 0'
  if (isOver(active)) return 'it is used up'
  const differs = closestOf([active], request, createSteps(mostToName))
  if (!differs) return undefined
  const { member, expected, actual } = differs
  // A header may be a secret.
  return member.startsWith('headers.')
    ? `its ${member} differs`
    : `its ${member} is ${expected}, not ${actual}`
}
