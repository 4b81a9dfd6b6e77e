// The answer to a path where nothing is.
import { Problem } from '../model/problem.ts'
import { pathOf } from '../model/url.ts'

export function nothingAt(url: string): Problem {
  const detail = `There is nothing at ${pathOf(url).slice(0, 300)}. Endpoints answer at /endpoint/{name}; the control API is described at /api/openapi.json.`
  return new Problem('not-found', detail)
}
