// The response of a rule to a plain GET of its endpoint, found without sending a request.
import type { ListedRule, RuleResponse, RuleWhen } from '@mock-endpoint/core/client'

export interface PlainResponse {
  /** The id of the rule. */
  readonly rule: string
  readonly response: RuleResponse
}

/**
 * Returns the first rule that always matches a plain GET, unless it forwards it. `rules`: in the
 * order tried.
 */
export function plainResponse(rules: readonly ListedRule[]): PlainResponse | undefined {
  for (const { id, when, chance = 1, response, responses = [], used, left } of rules) {
    const next = response ?? responses[used] ?? (left === 0 ? undefined : responses.at(-1))
    if (!next || chance !== 1 || !isPlain(when)) continue
    // Only the other service knows its response.
    return next.forward === undefined ? { rule: id, response: next } : undefined
  }
  return undefined
}

/** Whether it matches a GET without query and body, and without the headers that it forbids. */
function isPlain(when: RuleWhen = {}): boolean {
  const { method = 'GET', path = '/', params, query = {}, headers = {}, ...body } = when
  const { queryString = '' } = when
  return (
    [method].flat().includes('GET') &&
    /^\/\*?$/.test(path) &&
    params === undefined &&
    queryString === '' &&
    Object.values({ ...query, ...headers }).every((value) => value === null) &&
    [body.form, body.json, body.jsonIncludes, body.jsonAt, body.body].every(
      (each) => each === undefined,
    )
  )
}
