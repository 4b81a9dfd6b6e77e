// The rules of a workspace. Temporary rules are in memory, unless they are counted for several
// services. All others are in the store.

import { compareUtf8 } from '../model/json/utf8.ts'
import { isTemporary, type ListedRule, mostOf, type Rule } from '../model/rule/rule.ts'
import type { NewRule } from '../model/rule/rule-schema.ts'
import type { EndpointStore, StoredRule } from '../model/store/store.ts'
import { createPause, runYielding } from '../model/time/yielding.ts'
import { type ResponseFunction, toListed } from './active-rule.ts'
import { type Chooser, createChooser } from './choose.ts'
import { createAddRules, type PutRules, type WriteRules } from './kept/add-rules.ts'
import { createAlone } from './kept/alone.ts'
import type { CountedRules } from './kept/counted-rules.ts'
import { createNextRules, type NextRules } from './kept/next-rules.ts'
import { readAllStored, readStored } from './kept/read-stored.ts'
import { createRecordedRules, type RecordedRules } from './kept/recorded-rules.ts'
import { createRuleFunctions } from './kept/rule-functions.ts'
import { createRuleIds } from './kept/rule-ids.ts'
import { createUseCounts } from './kept/use-counts.ts'
import { anySeed, createDraws, type Random } from './respond/random.ts'

export interface Rules extends Chooser, Pick<RecordedRules, 'record' | 'recorder'> {
  readonly seed: number
  /** Numbers from the seed, for chances and ranges. */
  readonly random: Random
  /** Whether any number was drawn since the last reset. */
  readonly hasDrawn: boolean
  /** Adds a rule, or replaces the one with its id. A given function makes its responses. */
  add(rule: NewRule, responseFunction?: ResponseFunction): Promise<ListedRule>
  /** Adds rules in this order, or none of them. They replace rules with the same ids. */
  addAll(rules: readonly NewRule[], put: PutRules): Promise<void>
  /** Resolves to the rule with this id, used up or not. */
  get(id: string): Promise<ListedRule | undefined>
  /** Resolves to the rules of an endpoint, in the order in which they are tried. */
  listOf(endpoint: string): Promise<readonly ListedRule[]>
  /**
   * Resolves to the rules of an endpoint, or all, that were used up since the last reset or clear,
   * latest first: at most 1000, or 100 if they are counted for several services.
   */
  usedUp(endpoint?: string): Promise<readonly ListedRule[]>
  /** Yields the names after this one that have rules, in order, with or without an endpoint. */
  namesAfter(name: string | undefined): AsyncIterable<string>
  remove(id: string): Promise<boolean>
  /** Removes the rules of an endpoint, or all. Resolves to how many there were. */
  clear(endpoint?: string): Promise<number>
  /** Resolves to the number of rules of an endpoint, or of all. */
  count(endpoint?: string): Promise<number>
  /** Returns the temporary rules that have requests left to answer. */
  unused(): readonly ListedRule[]
  /** Drops the temporary rules and all counts. The numbers start again from the seed. */
  reset(): void
  /** Drops the use counts of permanent rules of an endpoint, or all, because they have changed. */
  forgetUses(endpoint?: string): void
  /** Drops everything in memory about an endpoint that was removed, or about all. */
  forget(endpoint?: string): void
}

export interface RulesOptions {
  readonly store: EndpointStore
  readonly write: WriteRules
  readonly seed?: number | undefined
  /** Keeps and counts the temporary rules for several services. Default: they are in memory. */
  readonly counted?: CountedRules | undefined
  /** Called for each recorded rule, and again for each further response. Default: not called. */
  readonly onRecorded?: ((rule: ListedRule) => void) | undefined
}

export function createRules({
  store,
  write,
  seed = anySeed(),
  counted,
  onRecorded,
}: RulesOptions): Rules {
  const next = createNextRules()
  const used = createUseCounts()
  const functions = createRuleFunctions()
  const draws = createDraws(seed)
  const { random } = draws
  const isStored = (rule: Rule): boolean => counted !== undefined || !isTemporary(rule)
  const alone = createAlone()
  const add = createAddRules({ store, write, next, isStored, alone })
  const ids = createRuleIds({
    isTaken: async (id) => next.get(id) !== undefined || (await store.getRule(id)) !== undefined,
    isShared: store.watch !== undefined || counted !== undefined,
  })

  async function get(id: string): Promise<ListedRule | undefined> {
    const stored = await store.getRule(id)
    if (stored) return (await listed([stored]))[0]
    const spent = await counted?.spent(id)
    return spent ? asUsedUp(spent) : next.get(id)
  }

  async function addOne(given: NewRule, responseFunction?: ResponseFunction): Promise<ListedRule> {
    const rule = { ...given, id: await ids.of(given) }
    functions.set(rule, responseFunction)
    try {
      await add.one(rule)
    } catch (error) {
      functions.delete(rule.id)
      throw error
    }
    used.forget(rule)
    return toListed(rule, 0)
  }

  const recorded = createRecordedRules({
    get,
    async put(rule) {
      const listed = await addOne(rule)
      onRecorded?.(listed)
    },
    async isActive(id) {
      const rule = await get(id)
      return rule !== undefined && rule.left !== 0
    },
  })
  const { isFresh, record, recorder } = recorded
  const chooser = createChooser({ next, used, functions, random, counted, isFresh })

  async function listed(stored: readonly StoredRule[]): Promise<ListedRule[]> {
    const rules = await runYielding(readAllStored(stored))
    const ending = rules.filter(isTemporary)
    const uses = counted && ending.length > 0 ? await counted.uses(ending.map(({ id }) => id)) : []
    return inTryOrder(rules).map((rule) => {
      const at = ending.indexOf(rule)
      return toListed(rule, at === -1 ? used.of(rule) : (uses[at] ?? 0))
    })
  }

  return {
    ...chooser,
    seed,
    random,
    get hasDrawn() {
      return draws.hasDrawn
    },
    record,
    recorder,
    async add(given, responseFunction) {
      const rule = await addOne(given, responseFunction)
      recorded.changed(rule.id)
      return rule
    },
    async addAll(given, put) {
      const pause = createPause()
      const rules: Rule[] = []
      const own = new Set(given.map(({ id }) => id))
      for (const rule of given) {
        rules.push({ ...rule, id: await ids.of(rule, own) })
        await pause()
      }
      await add.all(rules, put)
      for (const rule of rules) {
        functions.delete(rule.id)
        used.forget(rule)
        recorded.changed(rule.id)
      }
    },
    get,
    async listOf(endpoint) {
      const ofMemory = [...(next.of(endpoint) ?? [])].map(({ rule, used }) => toListed(rule, used))
      return ofMemory.concat(await listed(await store.rulesOf(endpoint)))
    },
    async usedUp(endpoint) {
      const rules: ListedRule[] = []
      for (const spent of (await counted?.usedUp(endpoint)) ?? []) rules.push(await asUsedUp(spent))
      return rules.concat(next.usedUp(endpoint))
    },
    namesAfter: (name) => namesAfter(store, next, name),
    remove: alone(async (_, id: string) => {
      const stored = await store.getRule(id)
      if (stored) {
        await write(stored.endpoint, () => store.removeRule(id))
        used.forget(stored)
      } else if (counted) {
        // It may have been used up.
        await store.removeRule(id)
      }
      functions.delete(id)
      recorded.changed(id)
      return next.remove(id) || stored !== undefined
    }),
    async clear(endpoint) {
      functions.clear(endpoint)
      const removed = await write(endpoint, () => store.clearRules(endpoint))
      used.clear(endpoint)
      recorded.clear(endpoint)
      return removed + next.clear(endpoint)
    },
    async count(endpoint) {
      const stored = await store.countRules(endpoint)
      return stored + (endpoint === undefined ? next.count : (next.of(endpoint)?.size ?? 0))
    },
    // A rule whose function is still working may have none left.
    unused: () => next.all().filter(({ left }) => left !== 0),
    reset() {
      for (const { id } of next.all()) functions.delete(id)
      next.clear()
      used.clear()
      recorded.clear()
      draws.restart()
    },
    forgetUses: used.clear,
    forget(endpoint) {
      functions.clear(endpoint)
      used.clear(endpoint)
      next.clear(endpoint)
      recorded.clear(endpoint)
    },
  }
}

async function asUsedUp(spent: StoredRule): Promise<ListedRule> {
  const rule = await runYielding(readStored(spent))
  return toListed(rule, mostOf(rule) ?? 0)
}

/** Returns rules, given in the order they were added, in the order in which they are tried. */
export function inTryOrder(rules: readonly Rule[]): Rule[] {
  const permanent = rules.filter((rule) => !isTemporary(rule))
  return [...rules.filter(isTemporary), ...permanent.reverse()]
}

async function* namesAfter(
  store: EndpointStore,
  next: NextRules,
  name: string | undefined,
): AsyncGenerator<string> {
  const own = next.names().filter((each) => name === undefined || compareUtf8(each, name) > 0)
  own.sort(compareUtf8)
  for await (const stored of store.namesWithRules({ after: name })) {
    while (own[0] !== undefined && compareUtf8(own[0], stored) < 0) yield own.shift() ?? ''
    if (own[0] === stored) own.shift()
    yield stored
  }
  yield* own
}
