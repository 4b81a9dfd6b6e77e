// The conditions of a rule, in a few words.
import type { RuleWhen, TextMatch } from '../../model/rule/rule.ts'

/** Returns a text such as `POST or PUT /v1/customers/:id`. Empty without a method and a path. */
export function requestWords({
  method = [],
  path = '',
}: Pick<RuleWhen, 'method' | 'path'> = {}): string {
  return [[method].flat().join(' or '), path].filter((word) => word !== '').join(' ')
}

/** Returns the other conditions, such as `when ?page=2` or `when json includes {"amount":5}`. */
export function conditionWords(when: RuleWhen = {}): readonly string[] {
  const { exactPath, params, query, queryString, headers, form, body } = when
  const { json, jsonIncludes, jsonAt = {} } = when
  return [
    ...(exactPath ? ['when the path ends like this'] : []),
    ...namedWords(params, ':', ' is '),
    ...namedWords(query, '?', '='),
    ...(queryString === undefined ? [] : [queryWords(queryString)]),
    ...namedWords(headers, '', ': '),
    ...namedWords(form, 'form ', '='),
    ...(json === undefined ? [] : [`when json is ${shorten(json)}`]),
    ...(jsonIncludes === undefined ? [] : [`when json includes ${shorten(jsonIncludes)}`]),
    ...Object.entries(jsonAt).map(([at, part]) => `when json at ${shorten(`${at} ${part}`)}`),
    ...(body === undefined ? [] : [`when body ${shorten(textWords(body))}`]),
  ]
}

/** Returns a text such as `when the query is page=2`. */
function queryWords(query: string): string {
  return query === '' ? 'when the query is empty' : `when the query is ${shorten(query)}`
}

function namedWords(
  wanted: RuleWhen['query'] = {},
  before: string,
  between: string,
): readonly string[] {
  return Object.entries(wanted).map(([name, value]) =>
    value === null
      ? `when no ${before}${name}`
      : `when ${shorten(before + name + between + textWords(value))}`,
  )
}

function textWords(match: TextMatch): string {
  if (typeof match === 'string') return match
  return 'matches' in match ? `/${match.matches}/` : `…${match.contains}…`
}

const longestShown = 60

/** Cuts a text to 60 characters and an ellipsis if it is longer. */
export function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
