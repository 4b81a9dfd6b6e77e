// A rule as a client lists it.
import type { ListedRule, RuleResponse } from '../../model/rule/rule.ts'
import type { NewResponse } from './new-rule.ts'
import type { NewWhen } from './request-match.ts'

/** A rule of a service. Digits that a number cannot hold are lost here, but not in its response. */
export interface RuleState<Name extends string = string> {
  readonly id: string
  readonly endpoint: Name
  /** The time when its response was recorded (RFC 3339), if it was. */
  readonly recordedAt?: string
  readonly when?: NewWhen
  /** An empty object if the response is a function. */
  readonly response?: NewResponse
  readonly responses?: readonly NewResponse[]
  readonly repeatLast?: boolean
  readonly times?: number
  readonly chance?: number
  /** Number of requests that it has answered since the last reset. */
  readonly used: number
  /** Number of requests that it can still answer, or `null` if it is unlimited. */
  readonly left: number | null
}

export function toRuleState<Name extends string>(rule: ListedRule): RuleState<Name> {
  const { when, response, responses, ...rest } = rule
  return {
    ...rest,
    ...(when && { when: withValues(when, ['json', 'jsonIncludes']) }),
    ...(response && { response: toResponse(response) }),
    ...(responses && { responses: responses.map(toResponse) }),
  } as RuleState as RuleState<Name>
}

function toResponse({ events, ...response }: RuleResponse): object {
  const values = withValues(response, ['data'])
  return events ? { ...values, events: events.map((event) => withValues(event, ['data'])) } : values
}

/** Returns the object with these members parsed. */
function withValues<T extends object>(object: T, names: readonly (string & keyof T)[]): object {
  const texts = names.filter((name) => object[name] !== undefined)
  const values = texts.map((name) => [name, JSON.parse(String(object[name]))])
  return { ...object, ...Object.fromEntries(values) }
}
