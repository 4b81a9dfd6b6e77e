// Response functions, by the id of their rule. They are only in memory, never in a store.
import type { Rule } from '../../model/rule/rule.ts'
import type { ResponseFunction } from '../active-rule.ts'

export interface RuleFunctions {
  readonly size: number
  get(id: string): ResponseFunction | undefined
  /** Sets or replaces the function of a rule. `undefined` removes it. */
  set(rule: Rule, response: ResponseFunction | undefined): void
  delete(id: string): void
  /** Removes the functions of an endpoint, or all. */
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
