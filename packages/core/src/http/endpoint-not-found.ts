// The answer to a name that no endpoint has, with the names that may have been meant.
import type { Registry } from '../engine/registry.ts'
import { Problem } from '../model/problem.ts'

export async function endpointNotFound(registry: Registry, name: string): Promise<Problem> {
  const near = await registry.near(name)
  const hint = near.length === 0 ? '' : ` Close to it: ${near.map(quote).join(', ')}.`
  const detail = `There is no endpoint ${quote(name)}.${hint} PUT /api/endpoint/add makes one.`
  return new Problem('endpoint-not-found', detail, { name, nearMisses: near })
}

function quote(name: string): string {
  return `\`${name}\``
}
