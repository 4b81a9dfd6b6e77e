// Which unmatched requests come too late: those that would have been answered until the last reset.
import type { ReceivedRequest } from '../client/requests/received-request.ts'
import { decodeName } from '../model/http/url.ts'
import { segmentsOf } from '../model/pattern/path-pattern.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { createMatcher, type Matcher } from '../rules/match/matcher.ts'
import { toRuledRequest } from '../rules/match/ruled-request.ts'
import { createSteps } from '../rules/match/steps.ts'
import type { Rules } from '../rules/rules.ts'

/** What answers requests at a moment. */
export interface Answerers {
  /** The endpoints that have a default response. */
  readonly names: ReadonlySet<string>
  /** By their ids. */
  readonly rules: ReadonlyMap<string, ListedRule>
}

export async function answerersNow(store: EndpointStore, rules: Rules): Promise<Answerers> {
  const names = new Set<string>()
  for await (const page of store.names()) for (const name of page) names.add(name)
  const listed = new Map<string, ListedRule>()
  for await (const name of rules.namesAfter(undefined)) {
    for (const rule of await rules.listOf(name)) listed.set(rule.id, rule)
  }
  return { names, rules: listed }
}

/** Tells the requests for what answered before a reset, and does not after it. */
export function createIsLate(
  before: Answerers,
  after: Answerers,
): (request: ReceivedRequest) => boolean {
  const names = new Set([...before.names].filter((name) => !after.names.has(name)))
  const rules = [...before.rules.values()].filter(({ id }) => !after.rules.has(id))
  /** Made when the first request asks for them. */
  let matchers: Map<string, Matcher[]> | undefined

  return ({ outcome, method, path, closest }) => {
    if (outcome !== 'unmatched' || (names.size === 0 && rules.length === 0)) return false
    const [, segment = '', below = ''] = /^\/endpoint\/([^/]+)(\/.*)?$/.exec(path) ?? []
    const name = decodeName(segment)
    if (name === undefined) return false
    if (names.has(name) && (below === '' || below === '/')) return true
    // It was told apart from rules that are there now: it may well be meant for one of them.
    if (closest) return false
    matchers ??= matchersOf(rules)
    const request = toRuledRequest({
      method,
      target: path,
      hasDefault: before.names.has(name),
      segments: segmentsOf(below),
      headers: [],
      body: nothing,
      isBodyWhole: true,
      endpointUrl: () => undefined,
    })
    return (matchers.get(name) ?? []).some((matcher) => matcher.matches(request, createSteps()))
  }
}

const nothing = new Uint8Array(0)

/** Those of the methods and paths of rules, by endpoint. */
function matchersOf(rules: readonly ListedRule[]): Map<string, Matcher[]> {
  const found = new Map<string, Matcher[]>()
  for (const { endpoint, when: { method, path, exactPath } = {} } of rules) {
    const of = found.get(endpoint) ?? []
    found.set(endpoint, of)
    of.push(createMatcher({ method, path, exactPath }))
  }
  return found
}
