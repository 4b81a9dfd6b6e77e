// Reads all rules, or those of an endpoint, which move with it when it is renamed and are added
// again when its removal is undone.
import { type ListedRule, pages } from '@mock-endpoint/core/client'
import { control } from '../../api/control.ts'

/** Resolves to the rules in the order in which they are tried. */
export async function readRules(endpoint: string): Promise<readonly ListedRule[]> {
  const all: ListedRule[] = []
  for await (const { rules } of pagesOf(endpoint)) all.push(...rules)
  return all
}

/** Searches the lists, because a 404 response would be logged as an error in the console. */
export async function findRule(id: string): Promise<ListedRule | undefined> {
  for await (const { rules } of pagesOf()) {
    const found = rules.find((rule) => rule.id === id)
    if (found) return found
  }
  return undefined
}

/** Resolves to the endpoint of each rule, by the id of the rule. */
export async function endpointsOfRules(): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  for await (const { rules } of pagesOf()) {
    for (const { id, endpoint } of rules) owners.set(id, endpoint)
  }
  return owners
}

function pagesOf(endpoint?: string) {
  return pages((after) => control.listRules({ endpoint, after, limit: 1000 }))
}

/** Sorts rules for adding them again, so that they are tried in the same order as before. */
export function inOrder<T extends Pick<ListedRule, 'left'>>(rules: readonly T[]): readonly T[] {
  const temporary = rules.filter(({ left }) => left !== null)
  // The newest permanent rule is tried first.
  const permanent = rules.filter(({ left }) => left === null).reverse()
  return [...temporary, ...permanent]
}
