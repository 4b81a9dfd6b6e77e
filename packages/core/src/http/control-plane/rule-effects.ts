// The effects of the operations on rules and held requests.
import type { RulePage } from '../../control/control.ts'
import { mostUnreadable } from '../../engine/unreadable-names.ts'
import type { Workspace } from '../../engine/workspace.ts'
import type { RecordedRequest } from '../../model/http/request.ts'
import { Problem } from '../../model/problem/problem.ts'
import { parseGiven, parseRule } from '../../model/rule/parse-rule.ts'
import type { ListedRule } from '../../model/rule/rule.ts'
import { listedRuleToJson } from '../../model/rule/rule-json.ts'
import { StoreError } from '../../model/store/store.ts'
import { runYielding } from '../../model/time/yielding.ts'
import type { Rules } from '../../rules/rules.ts'
import type { Effects, RuleOperation } from './effect.ts'
import {
  endpointFilterSchema,
  holdFilterSchema,
  type QueryMembers,
  readQuery,
  ruleQuerySchema,
} from './queries.ts'

export const ruleEffects: Effects<RuleOperation> = {
  addRule: async ({ registry }, body) => registry.rules.add(await runYielding(parseRule(body))),
  listRules: (workspace, query, signal) =>
    workspace.lists(() => listRules(workspace, query, signal)),
  clearRules: ({ registry }, query) =>
    registry.rules.clear(readQuery(endpointFilterSchema, query).endpoint),
  async getRule({ registry, basePath }, id) {
    const rule = await registry.rules.get(id)
    if (!rule) throw ruleNotFound(id, basePath)
    return rule
  },
  async removeRule({ registry, basePath }, id) {
    if (!(await registry.rules.remove(id))) throw ruleNotFound(id, basePath)
    return id
  },
  async releaseRequest({ journal, order, basePath }, { id, response }) {
    await runYielding(parseGiven(response))
    const request = await journal.get(id)
    if (!request) throw requestNotFound(id, basePath)
    const released = await order({ kind: 'release', id: request.id, response })
    if (released === 0) throw requestNotHeld(request)
    return request.id
  },
  async releaseRequests({ order }, { query, response }) {
    const which = readQuery(holdFilterSchema, query)
    await runYielding(parseGiven(response))
    return order({ kind: 'releaseAll', which, response })
  },
}

/** A page ends early after this many characters of JSON, so that no list fills the memory. */
const longestPage = 4 * 1024 * 1024

async function listRules(
  { registry }: Workspace,
  query: QueryMembers,
  signal: AbortSignal | undefined,
): Promise<RulePage> {
  const { endpoint, usedUp, after, limit } = readQuery(ruleQuerySchema, query)
  const rules: ListedRule[] = []
  const unreadable: string[] = []
  const page = (next: string | null): RulePage =>
    unreadable.length === 0 ? { rules, next } : { rules, next, unreadable }
  const skipped = (name: string): void => {
    registry.foundUnreadableRules(name)
    if (unreadable.length < mostUnreadable) unreadable.push(name)
  }
  let length = 0
  const behindIt = usedUp
    ? usedUpBehind(registry.rules, endpoint, after)
    : rulesBehind(registry.rules, endpoint, after, skipped)
  for await (const rule of behindIt) {
    if (signal?.aborted) break
    const last = rules.at(-1)
    if (last && (rules.length === limit || length > longestPage)) {
      return page(`${last.endpoint}/${last.id}`)
    }
    rules.push(rule)
    length += listedRuleToJson(rule).length
  }
  return page(null)
}

/** Lists the rules after a cursor: an endpoint's name, a slash, and the id of one of its rules. */
async function* rulesBehind(
  rules: Rules,
  only: string | undefined,
  after: string | undefined,
  onUnreadable: (name: string) => void,
): AsyncGenerator<ListedRule> {
  async function listOf(name: string): Promise<readonly ListedRule[]> {
    try {
      return await rules.listOf(name)
    } catch (error) {
      if (!(error instanceof StoreError && error.kind === 'corrupt')) throw error
      onUnreadable(name)
      return []
    }
  }
  const [name, id] = after?.split('/') ?? []
  if (only !== undefined) yield* behind(await rules.listOf(only), name === only ? id : undefined)
  else {
    if (name !== undefined) yield* behind(await listOf(name), id)
    for await (const next of rules.namesAfter(name)) yield* await listOf(next)
  }
}

async function* usedUpBehind(
  rules: Rules,
  only: string | undefined,
  after: string | undefined,
): AsyncGenerator<ListedRule> {
  yield* behind(await rules.usedUp(only), after?.split('/')[1])
}

/** Returns the rules after this id, or all if it is gone, because repeats are better than gaps. */
function behind(rules: readonly ListedRule[], id: string | undefined): readonly ListedRule[] {
  return rules.slice(rules.findIndex((rule) => rule.id === id) + 1)
}

function ruleNotFound(id: string, basePath: string): Problem {
  const detail = `There is no rule \`${id.slice(0, 255)}\`; it may have been removed. GET ${basePath}/api/rule lists those that there are.`
  return new Problem('rule-not-found', detail, {}, { fix: { path: '/api/rule' } })
}

export function requestNotFound(id: string, basePath: string): Problem {
  const detail = `Request \`${id.slice(0, 100)}\` is not in the journal, or no longer. GET ${basePath}/api/request lists the requests.`
  return new Problem('request-not-found', detail, {}, { fix: { path: '/api/request' } })
}

function requestNotHeld({ id, outcome, rule }: RecordedRequest): Problem {
  const why = outcome === 'pending' ? 'is not held' : `is ${outcome} already`
  const hint = rule === null ? ' Only a rule whose response has `"hold": true` holds requests.' : ''
  return new Problem('request-not-held', `Request \`${id}\` ${why}.${hint}`)
}
