// All rules of an endpoint: taken along when it is renamed, and put back when a removal is undone.
import { type ListedRule, ruleToJson } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'

/** In the order in which they are tried. */
export async function readRules(endpoint: string): Promise<readonly ListedRule[]> {
  const all: ListedRule[] = []
  let after: string | undefined
  do {
    const { rules, next } = await control.listRules({ endpoint, after, limit: 1000 })
    all.push(...rules)
    after = next ?? undefined
  } while (after !== undefined)
  return all
}

/** Adds them to an endpoint, so that they are tried in the same order again. */
export async function addRules(rules: readonly ListedRule[], endpoint: string): Promise<void> {
  const withEnd = rules.filter(({ left }) => left !== null)
  // Of those without an end, the newest is tried first.
  const lasting = rules.filter(({ left }) => left === null).reverse()
  for (const rule of [...withEnd, ...lasting]) {
    await control.addRule(ruleToJson({ ...rule, endpoint }))
  }
}
