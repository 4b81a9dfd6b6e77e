// Compares one member of a rule with a request.
import type { RuleMismatch } from '../../model/rule/rule.ts'
import type { RuledRequest } from './ruled-request.ts'
import type { Steps } from './steps.ts'

/** Returns `undefined` if the member matches. The words are made only when they are shown. */
export type Check = (request: RuledRequest, steps: Steps) => Words | undefined

/** Returns the member that differs, with its expected and actual values. */
export type Words = () => Omit<RuleMismatch, 'rule'>
