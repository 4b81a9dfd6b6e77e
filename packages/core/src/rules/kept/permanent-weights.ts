// The memory use of an endpoint's permanent rules. The store has only their texts, so their weights
// are remembered. Otherwise each large rule that is added would have all others read again.
import { mostRulesOfEndpoint, type Rule } from '../../model/rule/rule.ts'
import { weightOf } from '../../model/rule/rule-weight.ts'
import type { EndpointStore, StoredRule } from '../../model/store/store.ts'
import { createPause, runYielding } from '../../model/time/yielding.ts'
import { readStored } from './read-stored.ts'

export interface PermanentWeights {
  /**
   * Resolves to whether all rules of an endpoint, with the added ones, use at most `most` bytes. If
   * so, the added ones count from then on.
   */
  fit(endpoint: string, added: readonly WeighedRule[], most: number): Promise<boolean>
  /** Counts added rules that fit in any case. */
  note(endpoint: string, added: readonly WeighedRule[]): void
  /** Call this when rules that count have been written, or when their write has failed. */
  settle(endpoint: string, added: readonly WeighedRule[], isWritten: boolean): void
}

export interface WeighedRule {
  readonly rule: Rule
  readonly text: string
  /** Memory that it uses, in bytes. */
  readonly weight: number
}

interface Weighed {
  /** Length of its text. A rule that another service put in its place seldom has the same. */
  readonly length: number
  readonly weight: number
}

/** The known weights of an endpoint: all its rules, and some that were removed meanwhile. */
interface Known {
  readonly weighed: Map<string, Weighed>
  /** Resolves when `weighed` includes the rules of the store. */
  readonly read: Promise<void>
  isRead: boolean
}

/** Not the length of any text, so that the rule is weighed again when all are read. */
const unknown = -1

/** Number of endpoints whose weights are remembered: those that got rules last. */
const mostEndpoints = 100

export function createPermanentWeights(
  store: Pick<EndpointStore, 'rulesOf' | 'watch'>,
): PermanentWeights {
  const known = new Map<string, Known>()
  /** Rules that count but may not be in the store yet, by endpoint and id. */
  const pending = new Map<string, Map<string, WeighedRule>>()

  function remember(endpoint: string, one: Known): void {
    known.delete(endpoint)
    known.set(endpoint, one)
    const [oldest] = known.keys()
    if (known.size > mostEndpoints && oldest !== undefined) known.delete(oldest)
  }

  /** Reads the rules of an endpoint, unless a read is in progress. */
  function read(endpoint: string): Known {
    const before = known.get(endpoint)
    if (before && !before.isRead) return before
    const weighed = new Map<string, Weighed>()
    countAll(weighed, pending.get(endpoint)?.values() ?? [])
    const readAll = async (): Promise<void> => {
      const pause = createPause()
      for (const rule of await store.rulesOf(endpoint)) {
        await pause()
        const { id, text } = rule
        const former = before?.weighed.get(id)
        const isKnown = former?.length === text.length
        const found = isKnown ? former : { length: text.length, weight: await weigh(rule) }
        const added = weighed.get(id)
        weighed.set(id, added ? heavier(added, found) : found)
      }
      one.isRead = true
    }
    const one: Known = { weighed, read: readAll(), isRead: false }
    one.read.catch(() => {
      if (known.get(endpoint) === one) known.delete(endpoint)
    })
    remember(endpoint, one)
    return one
  }

  function count(endpoint: string, added: readonly WeighedRule[]): void {
    const all = pending.get(endpoint) ?? new Map<string, WeighedRule>()
    for (const one of added) all.set(one.rule.id, one)
    pending.set(endpoint, all)
    const weighed = known.get(endpoint)?.weighed
    if (!weighed) return
    countAll(weighed, added)
    // Most of these rules have been removed.
    if (weighed.size > 2 * mostRulesOfEndpoint) known.delete(endpoint)
  }

  return {
    async fit(endpoint, added, most) {
      // Writes of other services to a shared store are not seen here.
      const before = store.watch ? undefined : known.get(endpoint)
      if (before) {
        await before.read
        if (totalWith(before, added) <= most) {
          if (known.get(endpoint) === before) remember(endpoint, before)
          count(endpoint, added)
          return true
        }
      }
      const now = read(endpoint)
      await now.read
      if (totalWith(now, added) > most) return false
      count(endpoint, added)
      return true
    },
    note: count,
    settle(endpoint, added, isWritten) {
      const all = pending.get(endpoint)
      const weighed = known.get(endpoint)?.weighed
      for (const one of added) {
        const { id } = one.rule
        // Another rule with that id is being added.
        if (all?.get(id) !== one) continue
        all.delete(id)
        if (isWritten) weighed?.set(id, toWeighed(one))
        else weighed?.set(id, { length: unknown, weight: weighed.get(id)?.weight ?? 0 })
      }
      if (all?.size === 0) pending.delete(endpoint)
    },
  }
}

function totalWith({ weighed }: Known, added: readonly WeighedRule[]): number {
  let total = 0
  for (const { weight } of weighed.values()) total += weight
  for (const { rule, weight } of added) total += weight - (weighed.get(rule.id)?.weight ?? 0)
  return total
}

/** Until it is written, a rule weighs at least as much as the one that it replaces. */
function countAll(weighed: Map<string, Weighed>, added: Iterable<WeighedRule>): void {
  for (const one of added) {
    const former = weighed.get(one.rule.id)
    weighed.set(one.rule.id, former ? heavier(toWeighed(one), former) : toWeighed(one))
  }
}

/** Returns the greater weight, with an unknown length if it is that of the other rule. */
function heavier(one: Weighed, other: Weighed): Weighed {
  return one.weight >= other.weight ? one : { length: unknown, weight: other.weight }
}

function toWeighed({ text, weight }: WeighedRule): Weighed {
  return { length: text.length, weight }
}

/** Estimates a rule that cannot be read. Requests that need the rule report the error. */
async function weigh(rule: StoredRule): Promise<number> {
  try {
    return Math.max(weightOf(await runYielding(readStored(rule))), rule.text.length)
  } catch {
    return 2 * rule.text.length
  }
}
