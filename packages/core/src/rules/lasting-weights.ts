// How much memory the lasting rules of an endpoint take. The store has only their texts, so what was
// weighed once is remembered: who adds a thousand large rules has each of them read once.
import type { Rule } from '../model/rule.ts'
import { weightOf } from '../model/rule-weight.ts'
import type { StoredRule } from '../model/store.ts'
import { createPause, takeTurns } from '../model/turns.ts'
import { readStored } from './read-stored.ts'

export interface LastingWeights {
  /** In bytes, of the rules of an endpoint that stay and of those that are added. */
  total(
    endpoint: string,
    stay: readonly StoredRule[],
    added: readonly WeighedRule[],
  ): Promise<number>
}

export interface WeighedRule {
  readonly rule: Rule
  readonly text: string
  /** How many bytes of memory it takes. */
  readonly weight: number
}

interface Weighed {
  /** Of its text. Another rule of that id, by another service, seldom has the same. */
  readonly length: number
  readonly weight: number
}

/** Of how many endpoints it is remembered: of those that were added to last. */
const mostEndpoints = 100

export function createLastingWeights(): LastingWeights {
  const known = new Map<string, ReadonlyMap<string, Weighed>>()

  function remember(endpoint: string, weighed: ReadonlyMap<string, Weighed>): void {
    known.delete(endpoint)
    known.set(endpoint, weighed)
    const [oldest] = known.keys()
    if (known.size > mostEndpoints && oldest !== undefined) known.delete(oldest)
  }

  return {
    async total(endpoint, stay, added) {
      const before = known.get(endpoint)
      const weighed = new Map<string, Weighed>()
      const pause = createPause()
      for (const rule of stay) {
        const { id, text } = rule
        const former = before?.get(id)
        const isKnown = former?.length === text.length
        weighed.set(id, isKnown ? former : { length: text.length, weight: await weigh(rule) })
        await pause()
      }
      for (const { rule, text, weight } of added) {
        weighed.set(rule.id, { length: text.length, weight })
      }
      remember(endpoint, weighed)
      return [...weighed.values()].reduce((sum, { weight }) => sum + weight, 0)
    },
  }
}

/** Whoever asks for an answer hears that a rule cannot be read. */
async function weigh(rule: StoredRule): Promise<number> {
  try {
    return Math.max(weightOf(await takeTurns(readStored(rule))), rule.text.length)
  } catch {
    return 2 * rule.text.length
  }
}
