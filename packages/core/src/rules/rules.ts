// The rules of a world: those with an end in memory, the others in the store.
import { parseRule } from '../model/parse-rule.ts'
import { hasEnd, type ListedRule, type Rule } from '../model/rule.ts'
import { ruleToJson } from '../model/rule-json.ts'
import type { NewRule } from '../model/rule-schema.ts'
import { type EndpointStore, type StoredRule, StoreError } from '../model/store.ts'
import { type Turns, takeTurns } from '../model/turns.ts'
import { compareUtf8 } from '../model/utf8.ts'
import { type AnswerFunction, toListed } from './active-rule.ts'
import { type Chooser, createChooser } from './choose.ts'
import { createNextRules, type NextRules } from './next-rules.ts'
import { anySeed, createDraws, type Random } from './random.ts'
import { checkRoom } from './room.ts'
import { createUseCounts } from './use-counts.ts'

export interface Rules extends Chooser {
  readonly seed: number
  /** Numbers from the seed, for chances and ranges. */
  readonly random: Random
  /** Whether any was drawn since the last reset. */
  readonly hasDrawn: boolean
  /** Adds a rule, or replaces the one of its id. With a function, that makes its answers. */
  add(rule: NewRule, answerFunction?: AnswerFunction): Promise<ListedRule>
  /** The rule of that id, used up or not. */
  get(id: string): Promise<ListedRule | undefined>
  /** Those of an endpoint, in the order in which they are tried. */
  listOf(endpoint: string): Promise<readonly ListedRule[]>
  /** The names behind this one that have rules, in order, whether there is such an endpoint or not. */
  namesAfter(name: string | undefined): AsyncIterable<string>
  remove(id: string): Promise<boolean>
  /** Removes those of one endpoint, or all. Resolves to how many there were. */
  clear(endpoint?: string): Promise<number>
  /** How many there are, of one endpoint or in all. */
  count(endpoint?: string): Promise<number>
  /** Rules with an end that have requests left to answer. */
  unused(): readonly ListedRule[]
  /** Drops the rules with an end, and all counts. The numbers begin anew. */
  reset(): void
  /** Drops what is in memory of an endpoint that was removed, or of all of them. */
  forget(endpoint?: string): void
}

export interface RulesOptions {
  readonly store: EndpointStore
  /**
   * Is handed each write of the lasting rules of an endpoint, or of all, and settles as it does, when
   * no one is answered by what was there before.
   */
  readonly afterWrite: <T>(endpoint: string | undefined, write: Promise<T>) => Promise<T>
  readonly seed?: number | undefined
}

export function createRules({ store, afterWrite, seed = anySeed() }: RulesOptions): Rules {
  const next = createNextRules()
  const used = createUseCounts()
  const functions = new Map<string, AnswerFunction>()
  const draws = createDraws(seed)
  const { random } = draws
  const chooser = createChooser({ next, used, functions, random })
  const add = createAdd({ store, afterWrite, next })
  const listed = async (stored: StoredRule): Promise<ListedRule> =>
    toListed(await takeTurns(readStored(stored)), used.of(stored))

  return {
    ...chooser,
    seed,
    random,
    get hasDrawn() {
      return draws.hasDrawn
    },
    async add(given, answerFunction) {
      const rule: Rule = { ...given, id: given.id ?? newId() }
      if (answerFunction) functions.set(rule.id, answerFunction)
      else functions.delete(rule.id)
      try {
        await add(rule)
      } catch (error) {
        functions.delete(rule.id)
        throw error
      }
      used.forget(rule)
      return toListed(rule, 0)
    },
    async get(id) {
      const stored = await store.getRule(id)
      return stored ? listed(stored) : next.get(id)
    },
    async listOf(endpoint) {
      const rules = (next.of(endpoint) ?? []).map(({ rule, used }) => toListed(rule, used))
      const stored = await store.rulesOf(endpoint)
      for (const each of stored.toReversed()) rules.push(await listed(each))
      return rules
    },
    namesAfter: (name) => namesAfter(store, next, name),
    async remove(id) {
      const stored = await store.getRule(id)
      if (stored) {
        await afterWrite(stored.endpoint, store.removeRule(id))
        used.forget(stored)
      }
      functions.delete(id)
      return next.remove(id) || stored !== undefined
    },
    async clear(endpoint) {
      if (endpoint === undefined) functions.clear()
      const removed = await afterWrite(endpoint, store.clearRules(endpoint))
      used.clear(endpoint)
      return removed + next.clear(endpoint)
    },
    async count(endpoint) {
      const stored = await store.countRules(endpoint)
      return stored + (endpoint === undefined ? next.count : (next.of(endpoint)?.length ?? 0))
    },
    unused: next.all,
    reset() {
      next.clear()
      next.forgetSpent()
      used.clear()
      draws.restart()
    },
    forget(endpoint) {
      if (endpoint === undefined) functions.clear()
      used.clear(endpoint)
      next.clear(endpoint)
    },
  }
}

/** Adds a rule where it belongs, and takes it away from where the one of its id was before. */
function createAdd({
  store,
  afterWrite,
  next,
}: Pick<RulesOptions, 'store' | 'afterWrite'> & { readonly next: NextRules }) {
  return async (rule: Rule): Promise<void> => {
    const { id, endpoint } = rule
    const text = ruleToJson(rule)
    const former = await store.getRule(id)
    await checkRoom({ store, next, former }, rule, text.length)
    if (hasEnd(rule)) {
      if (former) await afterWrite(former.endpoint, store.removeRule(id))
      next.add(rule, text.length)
      return
    }
    const write = afterWrite(endpoint, store.putRule({ id, endpoint, text }))
    await (former && former.endpoint !== endpoint ? afterWrite(former.endpoint, write) : write)
    next.remove(id)
  }
}

/** The rule that a store keeps. Throws a `StoreError` (`corrupt`) when its text is none. */
export function* readStored({ id, text }: StoredRule): Turns<Rule> {
  try {
    return { ...(yield* parseRule(text)), id }
  } catch (cause) {
    throw new StoreError('corrupt', 'A stored rule cannot be read.', { cause })
  }
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

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Such as `r-7kq2m9xw4a`. */
function newId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(10))
  return `r-${Array.from(bytes, (byte) => letters[byte % letters.length]).join('')}`
}
