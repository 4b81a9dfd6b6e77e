// The ids of rules that are added without one: readable, in order, and taken by no other rule.
import { maxNameBytes } from '../../model/endpoint/endpoint.ts'
import { byteLength } from '../../model/json/utf8.ts'
import type { NewRule } from '../../model/rule/rule-schema.ts'

export interface RuleIdsOptions {
  /** Whether a rule is there, or was not long ago, that has this id. */
  readonly isTaken: (id: string) => Promise<boolean>
  /** Whether others may add rules to the same store. */
  readonly isShared: boolean
}

export interface RuleIds {
  /**
   * The id of a rule, or one for it: `orders-1`, counted for all endpoints together, so that none
   * comes twice while this process runs; in a shared store `orders-7kq2m9xw`. `given` are those of
   * the rules that are added with it.
   */
  of(rule: NewRule, given?: ReadonlySet<string | undefined>): Promise<string>
}

export function createRuleIds({ isTaken, isShared }: RuleIdsOptions): RuleIds {
  let last = 0
  return {
    async of({ id, endpoint }, given) {
      if (id !== undefined) return id
      const beginning = byteLength(endpoint) <= longestBeginning ? endpoint : 'rule'
      if (isShared) return `${beginning}-${anyLetters(8)}`
      // In growing steps: a store may bring any number of them from an earlier process.
      for (let step = 1; ; step *= 2) {
        last += step
        const own = `${beginning}-${last}`
        if (!given?.has(own) && !(await isTaken(own))) return own
      }
    },
  }
}

/** Leaves room for a hyphen and a number. */
const longestBeginning = maxNameBytes - 20

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

function anyLetters(count: number): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(count))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
