// A rule as a client lists it.
import type { ListedRule, RuleAnswer } from '../model/rule.ts'
import type { NewAnswer } from './new-rule.ts'
import type { NewWhen } from './request-match.ts'

/** A rule as the service has it. Digits that a number cannot hold are lost here, not in its answer. */
export interface RuleState<Name extends string = string> {
  readonly id: string
  readonly endpoint: Name
  readonly when?: NewWhen
  /** Without members when a function answers. */
  readonly answer?: NewAnswer
  readonly answers?: readonly NewAnswer[]
  readonly times?: number
  readonly chance?: number
  /** How many requests it has answered since the last reset. */
  readonly used: number
  /** How many more it answers; `null` when there is no end. */
  readonly left: number | null
}

export function toRuleState<Name extends string>(rule: ListedRule): RuleState<Name> {
  const { when, answer, answers, ...rest } = rule
  return {
    ...rest,
    ...(when && { when: withValue(when, 'json') }),
    ...(answer && { answer: toAnswer(answer) }),
    ...(answers && { answers: answers.map(toAnswer) }),
  } as RuleState as RuleState<Name>
}

function toAnswer({ events, ...answer }: RuleAnswer): object {
  const values = withValue(answer, 'data')
  return events ? { ...values, events: events.map((event) => withValue(event, 'data')) } : values
}

/** The object with one of its members parsed. */
function withValue<T extends object>(object: T, name: string & keyof T): object {
  const text = object[name]
  return typeof text === 'string' ? { ...object, [name]: JSON.parse(text) } : object
}
