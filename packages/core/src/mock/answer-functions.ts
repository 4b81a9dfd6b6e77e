// Answers that are functions: called with the request, their values made the answer of a rule, and
// their failures remembered.

import { toReceived } from '../client/received-request.ts'
import { visible } from '../client/visible.ts'
import { writeAnswer } from '../client/write-rule.ts'
import type { AnswerFailure, AskedRequest } from '../client.ts'
import type { ErrorReporter } from '../http/error-reply.ts'
import { sheltered } from '../model/errors.ts'
import { parseAnswer } from '../model/parse-rule.ts'
import { Problem } from '../model/problem.ts'
import type { RuleAnswer } from '../model/rule.ts'
import { takeTurns } from '../model/turns.ts'
import type { AnswerFunction } from '../rules/active-rule.ts'
import { fromResponse, isResponse } from './from-response.ts'

export interface AnswerFunctions {
  /** The function as rules call it. */
  toAnswer(given: (request: AskedRequest) => unknown): AnswerFunction
  /** What failed since the last reset. */
  failures(): readonly AnswerFailure[]
  /** Forgets the failures, also those of calls that are under way. */
  clear(): void
}

export function createAnswerFunctions(onError: ErrorReporter = () => {}): AnswerFunctions {
  const tell = sheltered(onError)
  let failures: AnswerFailure[] = []

  return {
    toAnswer: (given) => async (record, params) => {
      const mine = failures
      const request = Object.assign(toReceived(record), { params })
      try {
        return await toRuleAnswer(await given(request))
      } catch (cause) {
        const { id, method, path } = record
        const message = `The function that answers ${method} ${visible(path)} failed: ${inWords(cause)}`
        mine.push({ request: id, message, cause })
        tell(cause, { method, route: '/endpoint/:name' })
        throw new Problem('answer-failed', message, {}, { cause })
      }
    },
    failures: () => failures,
    clear() {
      failures = []
    },
  }
}

async function toRuleAnswer(value: unknown): Promise<RuleAnswer | undefined> {
  if (value === undefined) return undefined
  if (value === null)
    throw new TypeError('it returned null, and an answer is such as { data: [] }.')
  const answer = isResponse(value) ? await fromResponse(value) : value
  return takeTurns(parseAnswer(writeAnswer(answer)))
}

function inWords(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
