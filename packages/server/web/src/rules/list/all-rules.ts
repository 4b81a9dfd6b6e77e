// All rules, or those of an endpoint: these are taken along when it is renamed, and put back when a
// removal is undone.
import { type ListedRule, pages } from '@mock-endpoint/core/client'
import { control } from '../../api/control.ts'

/** In the order in which they are tried. */
export async function readRules(endpoint: string): Promise<readonly ListedRule[]> {
  const all: ListedRule[] = []
  for await (const { rules } of pagesOf(endpoint)) all.push(...rules)
  return all
}

/** By lists: a call that answers 404 would be an error on the console. */
export async function findRule(id: string): Promise<ListedRule | undefined> {
  for await (const { rules } of pagesOf()) {
    const found = rules.find((rule) => rule.id === id)
    if (found) return found
  }
  return undefined
}

function pagesOf(endpoint?: string) {
  return pages((after) => control.listRules({ endpoint, after, limit: 1000 }))
}

/** As they have to be added, so that they are tried in the same order again. */
export function inOrder(rules: readonly ListedRule[]): readonly ListedRule[] {
  const temporary = rules.filter(({ left }) => left !== null)
  // Of the permanent ones, the newest is tried first.
  const permanent = rules.filter(({ left }) => left === null).reverse()
  return [...temporary, ...permanent]
}
