// The problems for names and paths that do not exist, with hints at what may have been meant.
import type { World } from '../engine/world.ts'
import { Problem } from '../model/problem.ts'

/** For a name that no endpoint has. */
export async function endpointNotFound(
  { registry, basePath }: Pick<World, 'registry' | 'basePath'>,
  name: string,
): Promise<Problem> {
  const near = await registry.near(name)
  const hint = near.length === 0 ? '' : ` Close to it: ${near.map(inBackticks).join(', ')}.`
  const detail = `There is no endpoint ${inBackticks(name)}.${hint} PUT ${basePath}/api/endpoint/add makes one.`
  return new Problem('endpoint-not-found', detail, { name, nearMisses: near })
}

/** For a path with nothing at it, in a service below `basePath`. */
export function nothingAt(basePath: string, path: string): Problem {
  const where = path.slice(0, 300)
  const detail = `There is nothing at ${where}. Endpoints answer at ${basePath}/endpoint/{name}; the control API is described at ${basePath}/api/openapi.json.`
  return new Problem('not-found', detail)
}

function inBackticks(name: string): string {
  return `\`${name}\``
}
