// The functions that answer for rules, by the ids of these: no store has them.
import type { Rule } from '../../model/rule/rule.ts'
import type { ResponseFunction } from '../active-rule.ts'

export interface RuleFunctions {
  readonly size: number
  get(id: string): ResponseFunction | undefined
  /** In place of the one before; with `undefined` there is none any more. */
  set(rule: Rule, response: ResponseFunction | undefined): void
  delete(id: string): void
  /** Those of one endpoint, or all. */
  clear(endpoint: string | undefined): void
}

interface Kept {
  readonly endpoint: string
  readonly response: ResponseFunction
}

export function createRuleFunctions(): RuleFunctions {
  const functions = new Map<string, Kept>()
  return {
    get size() {
      return functions.size
    },
    get: (id) => functions.get(id)?.response,
    set({ id, endpoint }, response) {
      if (response) functions.set(id, { endpoint, response })
      else functions.delete(id)
    },
    delete: (id) => void functions.delete(id),
    clear(endpoint) {
      for (const [id, kept] of functions) {
        if (endpoint === undefined || kept.endpoint === endpoint) functions.delete(id)
      }
    },
  }
}
