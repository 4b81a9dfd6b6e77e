// The held responses, which wait to be released.
import type { RuleResponse } from '../model/rule/rule.ts'
import type { Yielding } from '../model/time/yielding.ts'

interface Hold {
  /** The id of its request, if the request was recorded. */
  readonly id: number | undefined
  readonly endpoint: string
  /** The id of the rule that holds it. */
  readonly rule: string
  /** Releases it. Members of `response` replace those of the rule's response. */
  release(response: RuleResponse): void
}

/** Selects held responses. Without members: all of them. */
export type HoldFilter = { readonly [Member in 'endpoint' | 'rule']?: string | undefined }

export interface Holds {
  /** Adds a held response. Returns a function that removes it. */
  add(hold: Hold): () => void
  /** Releases the response of this request. Returns whether it was held. */
  release(id: number, response: RuleResponse): boolean
  /** Releases the selected responses in order of arrival. Returns how many there were. */
  releaseAll(which: HoldFilter, response: RuleResponse): Yielding<number>
}

export function createHolds(): Holds {
  const holds = new Set<Hold>()

  function release(hold: Hold, response: RuleResponse): void {
    holds.delete(hold)
    hold.release(response)
  }

  return {
    add(hold) {
      holds.add(hold)
      return () => void holds.delete(hold)
    },
    release(id, response) {
      for (const hold of holds) {
        if (hold.id !== id) continue
        release(hold, response)
        return true
      }
      return false
    },
    *releaseAll({ endpoint, rule }, response) {
      let released = 0
      for (const hold of [...holds]) {
        if (!holds.has(hold)) continue
        if (endpoint !== undefined && hold.endpoint !== endpoint) continue
        if (rule !== undefined && hold.rule !== rule) continue
        release(hold, response)
        released += 1
        yield
      }
      return released
    },
  }
}
