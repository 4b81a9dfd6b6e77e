// The effect of each operation of the control API on a workspace. Inputs are not parsed yet.
import type { EndpointPage } from '../../control/control.ts'
import { mostUnreadable } from '../../engine/unreadable-names.ts'
import type { Workspace } from '../../engine/workspace.ts'
import type { RequestPage } from '../../journal/view.ts'
import type { Endpoint } from '../../model/endpoint/endpoint.ts'
import { parseEndpoint } from '../../model/endpoint/parse-endpoint.ts'
import { runYielding } from '../../model/time/yielding.ts'
import { version } from '../../model/version.ts'
import { parseImport } from '../../transfer/parse-import.ts'
import { endpointNotFound } from '../not-found.ts'
import { deliveryEffects } from './delivery-effects.ts'
import type { Effects } from './effect.ts'
import { checkHealth } from './health.ts'
import { endpointQuerySchema, type QueryMembers, readQuery, requestQuerySchema } from './queries.ts'
import { parseReset } from './reset-options.ts'
import { requestNotFound, ruleEffects } from './rule-effects.ts'
import { listSummaries } from './summaries.ts'

export const effects: Effects = {
  async addEndpoint({ registry }, body) {
    const endpoint = await runYielding(parseEndpoint(body))
    await registry.add(endpoint)
    return endpoint
  },
  importRecords: ({ registry, imports }, body) =>
    imports(async () => {
      const { endpoints, rules } = await runYielding(parseImport(body))
      await registry.addAll(endpoints, rules)
      return {
        endpoints: countOf(endpoints.map(({ name }) => name)),
        rules: countOf(rules.map(({ id }) => id)),
      }
    }),
  listEndpoints: (workspace, query, signal) =>
    workspace.lists(() => listEndpoints(workspace, query, signal)),
  listSummaries: (workspace, query, signal) =>
    workspace.lists(() => listSummaries(workspace, query, signal)),
  clearEndpoints: ({ registry }) => registry.clear(),
  async getEndpoint(workspace, name) {
    const endpoint = await workspace.registry.get(name)
    if (!endpoint) throw await endpointNotFound(workspace, name)
    return endpoint
  },
  async removeEndpoint(workspace, name) {
    if (!(await workspace.registry.remove(name))) throw await endpointNotFound(workspace, name)
    return name
  },
  ...ruleEffects,
  ...deliveryEffects,
  async listRequests({ journal, lists, sharing }, given, signal) {
    const { wait = 0, ...query } = readQuery(requestQuerySchema, given)
    // Waits before its turn, so that other lists need not wait for it.
    if (wait > 0) await journal.page({ ...query, wait, limit: 1 }, signal)
    const list = async () => (signal?.aborted ? noRequests : journal.page(query))
    // A shared journal waits for other services, and has its own queue.
    return sharing ? list() : lists(list)
  },
  async clearRequests({ journal }) {
    await journal.clear()
    return undefined
  },
  async getRequest({ journal, basePath }, id) {
    const request = await journal.get(id)
    if (!request) throw requestNotFound(id, basePath)
    return request
  },
  async reset({ registry, journal, order, files }, body) {
    const { endpoints, rules } = await runYielding(parseReset(body))
    await order({ kind: 'reset' })
    await journal.clear()
    if (files) await files.restore({ endpoints, rules })
    else if (endpoints) await registry.clear()
    else if (rules) await registry.rules.clear()
    return undefined
  },
  getHealth: checkHealth,
  async getOpenApi() {
    // Imported on demand, because few clients request it.
    const { createOpenApi } = await import('./openapi/openapi.ts')
    return JSON.stringify(createOpenApi(version))
  },
}

/** A page ends early after this many characters of data, so that no list fills the memory. */
const longestPage = 4 * 1024 * 1024

/** Empty pages for clients that have disconnected. */
const noRequests: RequestPage = { requests: [], next: '', dropped: 0 }
const noEndpoints: EndpointPage = { endpoints: [], next: null }

async function listEndpoints(
  { registry }: Workspace,
  query: QueryMembers,
  signal: AbortSignal | undefined,
): Promise<EndpointPage> {
  const { limit, ...range } = readQuery(endpointQuerySchema, query)
  if (signal?.aborted) return noEndpoints
  const endpoints: Endpoint[] = []
  const unreadable: string[] = []
  const page = (next: string | null): EndpointPage =>
    unreadable.length === 0 ? { endpoints, next } : { endpoints, next, unreadable }
  let length = 0
  let last = ''
  const skipped = (name: string): void => {
    last = name
    if (unreadable.length < mostUnreadable) unreadable.push(name)
  }
  for await (const endpoint of registry.list(range, skipped)) {
    if (endpoints.length === limit || length > longestPage) return page(last)
    endpoints.push(endpoint)
    length += endpoint.data.length
    last = endpoint.name
  }
  return page(null)
}

/** Counts records by their names. Those with the same name are one, those without have their own. */
function countOf(names: readonly (string | undefined)[]): number {
  const given = names.filter((name) => name !== undefined)
  return new Set(given).size + names.length - given.length
}
