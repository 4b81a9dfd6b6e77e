// The names like one that is unknown.
import { nearMisses } from '../model/problem/near-miss.ts'
import type { EndpointStore } from '../model/store/store.ts'

/** How many names of a range are looked at: a read or two of LevelDB. */
const mostNames = 200

/** Up to three names like this one, nearest first: of those that begin alike, and of the first ones. */
export async function nearNames(
  store: Pick<EndpointStore, 'names'>,
  name: string,
): Promise<string[]> {
  const begin = [...name].slice(0, 3).join('')
  const alike = await firstNames(store, begin)
  return nearMisses(name, new Set([...alike, ...(await firstNames(store, ''))]), 3)
}

async function firstNames(
  store: Pick<EndpointStore, 'names'>,
  prefix: string,
): Promise<readonly string[]> {
  const found: string[] = []
  for await (const page of store.names({ prefix })) {
    found.push(...page.slice(0, mostNames - found.length))
    if (found.length === mostNames) break
  }
  return found
}
