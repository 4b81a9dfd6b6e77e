// How much memory the permanent rules of an endpoint take. The store has only their texts, so what was
// weighed once is remembered: who adds a thousand large rules has none of them read again.
import { mostRulesOfEndpoint, type Rule } from '../../model/rule/rule.ts'
import { weightOf } from '../../model/rule/rule-weight.ts'
import type { EndpointStore, StoredRule } from '../../model/store/store.ts'
import { createPause, runYielding } from '../../model/time/yielding.ts'
import { readStored } from './read-stored.ts'

export interface PermanentWeights {
  /**
   * Whether all rules of an endpoint take no more bytes than `most` once these are added. They count
   * from then on.
   */
  fit(endpoint: string, added: readonly WeighedRule[], most: number): Promise<boolean>
  /** Counts rules that have room in any case. */
  note(endpoint: string, added: readonly WeighedRule[]): void
  /** To be called when those that count are written, or when they have failed to be. */
  settle(endpoint: string, added: readonly WeighedRule[], isWritten: boolean): void
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

/** What is known of an endpoint: all its rules, and some that were removed meanwhile. */
interface Known {
  readonly weighed: Map<string, Weighed>
  /** Settles when the rules of the store are among them. */
  readonly read: Promise<void>
  isRead: boolean
}

/** The length of no text: what has it is weighed again when all are read. */
const unknown = -1

/** Of how many endpoints it is remembered: of those that were added to last. */
const mostEndpoints = 100

export function createPermanentWeights(
  store: Pick<EndpointStore, 'rulesOf' | 'watch'>,
): PermanentWeights {
  const known = new Map<string, Known>()
  /** Those that count and may not be in the store yet, by their endpoints and ids. */
  const pending = new Map<string, Map<string, WeighedRule>>()

  function remember(endpoint: string, one: Known): void {
    known.delete(endpoint)
    known.set(endpoint, one)
    const [oldest] = known.keys()
    if (known.size > mostEndpoints && oldest !== undefined) known.delete(oldest)
  }

  /** Reads what there is now, unless that is under way. */
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
    // Most of them were removed.
    if (weighed.size > 2 * mostRulesOfEndpoint) known.delete(endpoint)
  }

  return {
    async fit(endpoint, added, most) {
      // What others do to a shared store is not seen here.
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
        // Another of that id is added.
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

/** Until it is written, a rule takes no less than the one that it replaces. */
function countAll(weighed: Map<string, Weighed>, added: Iterable<WeighedRule>): void {
  for (const one of added) {
    const former = weighed.get(one.rule.id)
    weighed.set(one.rule.id, former ? heavier(toWeighed(one), former) : toWeighed(one))
  }
}

/** The weight of either, which may not be that of the text. */
function heavier(one: Weighed, other: Weighed): Weighed {
  return one.weight >= other.weight ? one : { length: unknown, weight: other.weight }
}

function toWeighed({ text, weight }: WeighedRule): Weighed {
  return { length: text.length, weight }
}

/** Whoever asks for a response hears that a rule cannot be read. */
async function weigh(rule: StoredRule): Promise<number> {
  try {
    return Math.max(weightOf(await runYielding(readStored(rule))), rule.text.length)
  } catch {
    return 2 * rule.text.length
  }
}
