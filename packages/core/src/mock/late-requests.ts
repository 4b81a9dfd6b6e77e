// Finds unmatched requests that are late: before the last reset, they would have been answered.
import type { ReceivedRequest } from '../client/requests/received-request.ts'
import { decodeName } from '../model/http/url.ts'
import { segmentsOf } from '../model/pattern/path-pattern.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import type { EndpointStore } from '../model/store/store.ts'
import { createMatcher, type Matcher } from '../rules/match/matcher.ts'
import { toRuledRequest } from '../rules/match/ruled-request.ts'
import { createSteps } from '../rules/match/steps.ts'
import type { Rules } from '../rules/rules.ts'

/** The endpoints and rules that answer requests at one moment. */
export interface Answerers {
  /** The names of the endpoints that have a default response. */
  readonly names: ReadonlySet<string>
  /** The rules by id. */
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

/**
 * Returns a check for unmatched requests that an endpoint or rule removed by a reset would have
 * answered. `used` are the endpoints that have answered since: a request for one of them was meant
 * for what is there now.
 */
export function createIsLate(
  before: Answerers,
  after: Answerers,
): (request: ReceivedRequest, used: ReadonlySet<string | null>) => boolean {
  const names = new Set([...before.names].filter((name) => !after.names.has(name)))
  const rules = [...before.rules.values()].filter(({ id }) => !after.rules.has(id))
  /** Created for the first request that needs them. */
  let matchers: Map<string, Matcher[]> | undefined

  return ({ method, path, closest }, used) => {
    if (names.size === 0 && rules.length === 0) return false
    const [, segment = '', below = ''] = /^\/endpoint\/([^/]+)(\/.*)?$/.exec(path) ?? []
    const name = decodeName(segment)
    if (name === undefined || used.has(name)) return false
    if (names.has(name) && (below === '' || below === '/')) return true
    // Rules that exist now were compared with it, so it may be meant for one of them.
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

/** Returns matchers of the methods and paths of rules, by endpoint. */
function matchersOf(rules: readonly ListedRule[]): Map<string, Matcher[]> {
  const found = new Map<string, Matcher[]>()
  for (const { endpoint, when: { method, path, exactPath } = {} } of rules) {
    const of = found.get(endpoint) ?? []
    found.set(endpoint, of)
    of.push(createMatcher({ method, path, exactPath }))
  }
  return found
}
