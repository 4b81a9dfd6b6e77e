// One member of a rule, compared with a request.
import type { RuleMismatch } from '../../model/rule/rule.ts'
import type { RuledRequest } from './ruled-request.ts'
import type { Steps } from './steps.ts'

/** Finds nothing when the member matches. Its words are only asked for when somebody reads them. */
export type Check = (request: RuledRequest, steps: Steps) => Words | undefined

/** The member that differs, and both its values. */
export type Words = () => Omit<RuleMismatch, 'rule'>
