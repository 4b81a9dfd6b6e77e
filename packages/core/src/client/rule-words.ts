// What a rule matches, in a few words.
import type { RuleWhen } from '../model/rule.ts'

/** Such as `POST or PUT /v1/customers/:id`; empty for a rule that says neither method nor path. */
export function requestWords({
  method = [],
  path = '',
}: Pick<RuleWhen, 'method' | 'path'> = {}): string {
  return [[method].flat().join(' or '), path].filter((word) => word !== '').join(' ')
}

/** What else has to match, each in words such as `when ?page=2` or `when json {"amount":5}`. */
export function conditionWords({
  exactPath,
  query,
  headers,
  json,
  body,
}: RuleWhen = {}): readonly string[] {
  return [
    ...(exactPath ? ['when the path ends like this'] : []),
    ...namedWords(query, '?', '='),
    ...namedWords(headers, '', ': '),
    ...(json === undefined ? [] : [`when json ${shorten(json)}`]),
    ...(body === undefined ? [] : [`when body ${shorten(body)}`]),
  ]
}

function namedWords(
  wanted: RuleWhen['query'] = {},
  before: string,
  between: string,
): readonly string[] {
  return Object.entries(wanted).map(([name, value]) =>
    value === null
      ? `when no ${before}${name}`
      : `when ${shorten(before + name + between + value)}`,
  )
}

const longestShown = 60

/** Cut where a person has seen enough of it. */
export function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
