// The problems for requests that nothing answers, with hints at what may have been meant.
import type { Workspace } from '../engine/workspace.ts'
import { decodeName } from '../model/http/url.ts'
import { Problem } from '../model/problem/problem.ts'
import { proposedRule } from '../model/rule/proposed-rule.ts'
import { maskMismatch, mismatchInWords, type RuleMismatch } from '../model/rule/rule.ts'

/** For a name that no endpoint has. */
export async function endpointNotFound(
  { registry, basePath }: Pick<Workspace, 'registry' | 'basePath'>,
  name: string,
): Promise<Problem> {
  const [near, rules] = await Promise.all([registry.near(name), registry.rules.count(name)])
  const path = `${basePath}/api/rule?endpoint=${encodeURIComponent(name)}`
  const ruled = rules === 0 ? '' : ` But it has rules: GET or DELETE ${path}.`
  const hint = near.length === 0 ? '' : ` Close to it: ${near.map(inBackticks).join(', ')}.`
  const detail = `There is no endpoint ${inBackticks(name)}.${ruled}${hint} PUT ${basePath}/api/endpoint/add makes one.`
  return new Problem('endpoint-not-found', detail, { name, nearMisses: near })
}

/** For a request that none of an endpoint's rules matches. */
export function noRuleMatches(
  { basePath, journal }: Pick<Workspace, 'basePath' | 'journal'>,
  name: string,
  found: RuleMismatch | undefined,
): Problem {
  const closest = found && maskMismatch(found, journal.masked)
  const hint = closest ? ` The closest is ${mismatchInWords(closest)}.` : ''
  const detail = `No rule of ${inBackticks(name)} matches this request.${hint} GET ${basePath}/api/rule?endpoint=${encodeURIComponent(name)} lists them.`
  return new Problem('no-rule-matches', detail, { name, ...(closest && { closest }) })
}

/** For a request that would open a WebSocket at an endpoint. */
export function noWebSocket(endpoint: string): Problem {
  const rule = JSON.stringify({
    endpoint,
    when: { headers: { upgrade: 'websocket' } },
    response: { statusCode: 503 },
  })
  const detail = `An endpoint answers requests and opens no WebSocket. A rule may refuse the handshake in another way.${proposedRule(rule)}`
  return new Problem('no-websocket', detail, { name: endpoint })
}

/**
 * For a path of the mock plane with nothing at it. It may be that of an endpoint with too little
 * around it, such as `/orders`, or too much, such as `/endpoint/orders/7`.
 */
export async function nothingNear(
  { registry, basePath }: Pick<Workspace, 'registry' | 'basePath'>,
  path: string,
): Promise<Problem> {
  const above = /^\/endpoint\/([^/]+)\//.exec(path)?.[1]
  const segments = above === undefined ? path.split('/').slice(1, mostSegments + 1) : [above]
  for (const segment of segments) {
    const name = decodeName(segment)
    if (!name || !(await registry.get(name))) continue
    const url = `${basePath}/endpoint/${segment}`
    const hint =
      above === undefined
        ? `${inBackticks(name)} is an endpoint, and answers at ${url}: give the client that URL, or a base URL that ends with ${basePath}/endpoint.`
        : `${inBackticks(name)} answers at ${url}, and there is nothing below it.`
    const detail = `There is nothing at ${shorten(basePath + path)}. ${hint}`
    return new Problem('not-found', detail, { nearMisses: [name] })
  }
  return nothingAt(basePath, basePath + path)
}

/** How many parts of a path are looked up. */
const mostSegments = 4

/** For a path with nothing at it, in a service below `basePath`. */
export function nothingAt(basePath: string, path: string): Problem {
  const detail = `There is nothing at ${shorten(path)}. Endpoints answer at ${basePath}/endpoint/{name}; the control API is described at ${basePath}/api/openapi.json.`
  return new Problem('not-found', detail)
}

function shorten(path: string): string {
  return path.slice(0, 300)
}

function inBackticks(name: string): string {
  return `\`${name}\``
}
