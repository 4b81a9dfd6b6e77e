// Ids for rules that are added without one. They are readable, in order, and not in use.
import { maxNameBytes } from '../../model/endpoint/endpoint.ts'
import { byteLength } from '../../model/json/utf8.ts'
import type { NewRule } from '../../model/rule/rule-schema.ts'

export interface RuleIdsOptions {
  /** Whether a rule has this id, also one that was used up recently. */
  readonly isTaken: (id: string) => Promise<boolean>
  /** Whether other services may add rules to the same store. */
  readonly isShared: boolean
}

export interface RuleIds {
  /**
   * Resolves to the id of a rule, or to a new one such as `orders-1`. One counter serves all
   * endpoints, so that no id repeats while this process runs. In a shared store, new ids are
   * random: `orders-7kq2m9xw`. `given` are the ids of the rules that are added with it.
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
      // In growing steps, because the store may have any number of ids from an earlier process.
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
