// Finds names similar to an unknown one.
import { nearMisses } from '../model/problem/near-miss.ts'
import type { EndpointStore } from '../model/store/store.ts'

/** Maximum number of names read from a range, which takes LevelDB one or two reads. */
const mostNames = 200

/** Resolves to up to three names similar to this one, nearest first. */
export async function nearNames(
  store: Pick<EndpointStore, 'names'>,
  name: string,
): Promise<string[]> {
  // Compares the first names that start with the same three characters, and the first of all.
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
