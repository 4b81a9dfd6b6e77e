// The problems for requests that nothing answers, with hints at near misses.
import type { Workspace } from '../engine/workspace.ts'
import { nameFault } from '../model/endpoint/endpoint-schema.ts'
import { decodeName } from '../model/http/url.ts'
import { conditionsOfPath, longestPath } from '../model/pattern/path-pattern.ts'
import { type Fix, Problem } from '../model/problem/problem.ts'
import { addingRule, proposedRule } from '../model/rule/proposed-rule.ts'
import { maskMismatch, mismatchInWords, type RuleMismatch } from '../model/rule/rule.ts'

/** Returns the problem for a name that no endpoint has. */
export async function endpointNotFound(
  { registry, basePath }: Pick<Workspace, 'registry' | 'basePath'>,
  name: string,
): Promise<Problem> {
  const [near, rules, spent] = await Promise.all([
    registry.near(name),
    registry.rules.count(name),
    usedUp(registry, name),
  ])
  const path = `${basePath}/api/rule?endpoint=${encodeURIComponent(name)}`
  const ruled = rules === 0 ? '' : ` But it has rules: GET or DELETE ${path}.`
  const hint = near.length === 0 ? '' : ` Close to it: ${near.map(inBackticks).join(', ')}.`
  const detail = `There is no endpoint ${inBackticks(name)}.${ruled}${spent}${hint} PUT ${basePath}/api/endpoint/add makes one.`
  const json = JSON.stringify({ name, data: {} })
  const fix = ifNamed(name, { method: 'PUT', path: '/api/endpoint/add', json })
  return new Problem('endpoint-not-found', detail, { name, nearMisses: near }, { fix })
}

/** Resolves to a sentence about the rules of a name that are used up. Empty if there are none. */
async function usedUp({ rules }: Workspace['registry'], name: string): Promise<string> {
  const [latest, ...others] = await rules.usedUp(name)
  if (!latest) return ''
  const named = inBackticks(latest.id)
  if (others.length === 0) return ` Its rule ${named} is used up.`
  return ` ${others.length + 1} of its rules are used up, the latest ${named}.`
}

/** Returns the problem for a request that no rule of its endpoint matches. */
export function noRuleMatches(
  { basePath, journal }: Pick<Workspace, 'basePath' | 'journal'>,
  name: string,
  request: RequestBelow,
  found: RuleMismatch | undefined,
): Problem {
  const closest = found && maskMismatch(found, journal.masked)
  const hint = closest ? ` The closest is ${mismatchInWords(closest)}.` : ''
  const detail = `No rule of ${inBackticks(name)} matches this request.${hint} GET ${basePath}/api/rule?endpoint=${encodeURIComponent(name)} lists them.`
  const extensions = { name, ...(closest && { closest }) }
  // A newer rule would come before the closest one, for requests that differ from this one too.
  const isApart = !closest || /^(method|path|params\..*)$/s.test(closest.member)
  const fix = isApart ? ruleFor(name, request) : undefined
  return new Problem('no-rule-matches', detail, extensions, { fix })
}

/** A request to an endpoint: its method, and its path below the endpoint. */
export interface RequestBelow {
  readonly method: string
  /** With its slash, or empty. */
  readonly below: string
}

/** Returns the call that adds a rule for such a request. */
function ruleFor(endpoint: string, { method, below }: RequestBelow): Fix | undefined {
  const when = { method, ...conditionsOfPath(below) }
  if (when.path.length > longestPath) return undefined
  const rule = { endpoint, when, response: { statusCode: 200, data: {} } }
  return ifNamed(endpoint, addingRule(JSON.stringify(rule)))
}

/** Returns the fix, unless the name is not valid for an endpoint, because no call can fix that. */
function ifNamed(name: string, fix: Fix): Fix | undefined {
  return nameFault(name) === undefined ? fix : undefined
}

/** Returns the problem for a request that would open a WebSocket at an endpoint. */
export function noWebSocket(endpoint: string): Problem {
  const rule = JSON.stringify({
    endpoint,
    when: { headers: { upgrade: 'websocket' } },
    response: { statusCode: 503 },
  })
  const detail = `An endpoint answers requests and opens no WebSocket. A rule may refuse the handshake in another way.${proposedRule(rule)}`
  return new Problem('no-websocket', detail, { name: endpoint }, { fix: addingRule(rule) })
}

/**
 * Returns the problem for a path of the mock plane with nothing at it. It may be the path of an
 * endpoint with a part missing, such as `/orders`, or too much, such as `/endpoint/orders/7`.
 */
export async function nothingNear(
  workspace: Pick<Workspace, 'registry' | 'basePath'>,
  path: string,
  method: string,
): Promise<Problem> {
  const { registry, basePath } = workspace
  const [, above, below = ''] = /^\/endpoint\/([^/]+)(\/.*)$/s.exec(path) ?? []
  if (above !== undefined) return nothingBelow(workspace, path, above, { method, below })
  for (const segment of path.split('/').slice(1, mostSegments + 1)) {
    const name = decodeName(segment)
    if (!name || !(await registry.get(name))) continue
    const url = `${basePath}/endpoint/${segment}`
    const hint = `${inBackticks(name)} is an endpoint, and answers at ${url}: give the client that URL, or a base URL that ends with ${basePath}/endpoint.`
    const fix = { path: `/endpoint/${encodeURIComponent(name)}` }
    const detail = `There is nothing at ${shorten(basePath + path)}. ${hint}`
    return new Problem('not-found', detail, { nearMisses: [name] }, { fix })
  }
  return nothingAt(basePath, basePath + path)
}

async function nothingBelow(
  { registry, basePath }: Pick<Workspace, 'registry' | 'basePath'>,
  path: string,
  segment: string,
  request: RequestBelow,
): Promise<Problem> {
  const name = decodeName(segment)
  if (!name) return nothingAt(basePath, basePath + path)
  const fix = ruleFor(name, request)
  const [endpoint, spent] = await Promise.all([registry.get(name), usedUp(registry, name)])
  if (!endpoint) return nothingAt(basePath, basePath + path, fix, spent)
  const url = `${basePath}/endpoint/${segment}`
  const hint = `${inBackticks(name)} answers at ${url}, and there is nothing below it.${spent}`
  const detail = `There is nothing at ${shorten(basePath + path)}. ${hint}`
  return new Problem('not-found', detail, { nearMisses: [name] }, { fix })
}

/** Maximum number of path segments that are looked up. */
const mostSegments = 4

/** Returns the problem for a path with nothing at it, in a service below `basePath`. */
export function nothingAt(basePath: string, path: string, fix?: Fix, more = ''): Problem {
  const detail = `There is nothing at ${shorten(path)}.${more} Endpoints answer at ${basePath}/endpoint/{name}; the control API is described at ${basePath}/api/openapi.json.`
  return new Problem('not-found', detail, {}, { fix })
}

function shorten(path: string): string {
  return path.slice(0, 300)
}

function inBackticks(name: string): string {
  return `\`${name}\``
}
