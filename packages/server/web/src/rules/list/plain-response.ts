// What a plain GET of an endpoint gets: as far as its rules tell, and no request is needed to know it.
import type { ListedRule, RuleResponse, RuleWhen } from '@mock-endpoint/core/client'

export interface PlainResponse {
  /** The rule that gives it. */
  readonly rule: string
  readonly response: RuleResponse
}

/** Nothing when no rule is sure to answer it. `rules` are those of an endpoint, as they are tried. */
export function plainResponse(rules: readonly ListedRule[]): PlainResponse | undefined {
  for (const { id, when, chance = 1, response, responses = [], used, left } of rules) {
    const next = response ?? responses[used] ?? (left === 0 ? undefined : responses.at(-1))
    if (next && chance === 1 && isPlain(when)) return { rule: id, response: next }
  }
  return undefined
}

/** Whether it takes a GET that has neither query nor body, whatever its headers are. */
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
