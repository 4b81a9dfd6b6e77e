// How often each permanent rule was used since the last reset. Dropped with its endpoint.
import type { Rule } from '../../model/rule/rule.ts'

type RuleName = Pick<Rule, 'endpoint' | 'id'>

export interface UseCounts {
  add(rule: RuleName): void
  of(rule: RuleName): number
  forget(rule: RuleName): void
  /** Drops the counts of an endpoint, or all. */
  clear(endpoint?: string): void
}

export function createUseCounts(): UseCounts {
  const counts = new Map<string, Map<string, number>>()
  const of = ({ endpoint, id }: RuleName): number => counts.get(endpoint)?.get(id) ?? 0

  return {
    of,
    add(rule) {
      const ofEndpoint = counts.get(rule.endpoint) ?? new Map<string, number>()
      counts.set(rule.endpoint, ofEndpoint.set(rule.id, of(rule) + 1))
    },
    forget({ endpoint, id }) {
      counts.get(endpoint)?.delete(id)
      if (counts.get(endpoint)?.size === 0) counts.delete(endpoint)
    },
    clear(endpoint) {
      if (endpoint === undefined) counts.clear()
      else counts.delete(endpoint)
    },
  }
}
