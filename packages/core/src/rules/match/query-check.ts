// Whether the query of a request has exactly the parameters that a rule wants.
import { nothing, type RuleWhen } from '../../model/rule/rule.ts'
import type { Check, Words } from './check.ts'
import { queryOfRequest, queryParameters, type RuledRequest } from './ruled-request.ts'
import { shorten } from './show-json.ts'
import type { Steps } from './steps.ts'

/** The check takes a step for each parameter that the rule names, and more for long values. */
export function queryCheck({ queryString, query = {} }: RuleWhen): Check[] {
  if (queryString === undefined) return []
  const wanted = queryParameters(queryString)
  /** The parameters that `query` compares. */
  const others = new Set(Object.keys(query))

  function isWanted(request: RuledRequest, steps: Steps): boolean {
    const sent = queryOfRequest(request)
    if (!steps.take(1 + others.size + wanted.size)) return false
    let left = sent.size
    for (const name of others) if (sent.has(name)) left--
    if (left !== wanted.size) return false
    for (const [name, values] of wanted) if (!isSame(sent.get(name), values, steps)) return false
    return true
  }

  function inWords(request: RuledRequest): ReturnType<Words> {
    const sent = queryOfRequest(request)
    const names = [...wanted.keys(), ...sent.keys()].filter((name) => !others.has(name))
    const differs = (name: string): boolean => !isEqual(wanted.get(name), sent.get(name))
    const name = names.find(differs) ?? ''
    return {
      member: `query.${shorten(name)}`,
      expected: textOf(wanted.get(name)),
      actual: textOf(sent.get(name)),
    }
  }

  return [(request, steps) => (isWanted(request, steps) ? undefined : () => inWords(request))]
}

function isSame(
  sent: readonly string[] | undefined,
  wanted: readonly string[],
  steps: Steps,
): boolean {
  if (sent?.length !== wanted.length) return false
  let characters = 0
  for (const each of wanted) characters += each.length
  return steps.take(wanted.length + (characters >> 6)) && isEqual(sent, wanted)
}

function isEqual(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): boolean {
  return one?.length === other?.length && !one?.some((each, i) => each !== other?.[i])
}

function textOf(values: readonly string[] | undefined): string {
  return values ? shorten(values.join(', ')) : nothing
}
