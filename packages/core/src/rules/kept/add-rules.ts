// Adds rules to the store or to memory, depending on their kind.

import { isTemporary, type Rule } from '../../model/rule/rule.ts'
import { ruleToJson } from '../../model/rule/rule-json.ts'
import { weightOf } from '../../model/rule/rule-weight.ts'
import type { EndpointStore, StoredRule } from '../../model/store/store.ts'
import { isPromiseLike } from '../../model/time/awaitable.ts'
import { createPause } from '../../model/time/yielding.ts'
import type { Alone } from './alone.ts'
import type { NextRules } from './next-rules.ts'
import { type Added, createWithRoom } from './room.ts'

/**
 * Writes the permanent rules of an endpoint, or of all. Settles as the write does, once no request
 * is answered from the state before it. Then `added` is called, which returns the written rule if
 * that is a single one and is certainly in the store.
 */
export type WriteRules = <T>(
  endpoint: string | undefined,
  write: () => Promise<T>,
  added?: () => Rule | undefined,
) => Promise<T>

/**
 * Writes the permanent rules of a batch, with anything else that belongs to the same write.
 * `changed` lists the endpoints whose permanent rules change.
 */
export type PutRules = (rules: readonly StoredRule[], changed: readonly string[]) => Promise<void>

export interface AddRulesOptions {
  readonly store: EndpointStore
  readonly write: WriteRules
  readonly next: NextRules
  /** Whether a rule belongs in the store. All permanent rules do. */
  readonly isStored: (rule: Rule) => boolean
  /** Detects changes that overlap. */
  readonly alone: Alone
}

export interface AddRules {
  /** Adds a rule. A former rule with the same id is removed, wherever it was. */
  one(rule: Rule): Promise<void>
  /** Adds rules in this order, or none if one has no room or `put` rejects. */
  all(rules: readonly Rule[], put: PutRules): Promise<void>
}

export function createAddRules({ store, write, next, isStored, alone }: AddRulesOptions): AddRules {
  const withRoom = createWithRoom({ store, next, isStored })
  const toAdded = async (rule: Rule): Promise<Added> => {
    const former = store.getRule(rule.id)
    const text = ruleToJson(rule)
    return {
      rule,
      text,
      // A text with many escapes is larger than the values that it spells.
      weight: Math.max(weightOf(rule), text.length),
      former: isPromiseLike(former) ? await former : former,
    }
  }

  /** Adds a temporary rule. A permanent rule with its id is removed from the store. */
  async function addNext({ rule, weight, former }: Added): Promise<void> {
    if (former) await write(former.endpoint, () => store.removeRule(rule.id))
    next.add(rule, weight)
  }

  return {
    one: alone(async (isAlone, rule) => {
      const added = await toAdded(rule)
      await withRoom([added], async () => {
        if (!isStored(rule)) return addNext(added)
        const { endpoint, id } = rule
        const { former } = added
        // An overlapping change may have moved the rule to another endpoint.
        const there = (): Rule | undefined => (isAlone() ? rule : undefined)
        const put = (): Promise<void> =>
          write(endpoint, () => store.putRule(toStored(added)), there)
        await (former && former.endpoint !== endpoint ? write(former.endpoint, put) : put())
        next.remove(id)
      })
    }),
    all: alone(async (_, rules, put) => {
      const pause = createPause()
      const added: Added[] = []
      for (const rule of lastOfEach(rules)) {
        await pause()
        added.push(await toAdded(rule))
      }
      const permanent = added.filter(({ rule }) => isStored(rule))
      const changed = permanent.flatMap(({ rule, former }) =>
        former ? [rule.endpoint, former.endpoint] : [rule.endpoint],
      )
      await withRoom(added, async () => {
        await put(permanent.map(toStored), changed)
        for (const each of added) {
          await pause()
          if (!isStored(each.rule)) await addNext(each)
          else next.remove(each.rule.id)
        }
      })
    }),
  }
}

function toStored({ rule, text }: Added): StoredRule {
  const { id, endpoint } = rule
  return isTemporary(rule) ? { id, endpoint, text, isTemporary: true } : { id, endpoint, text }
}

/** Returns the last rule of each id, in the place of the first if their endpoints are the same. */
function lastOfEach(rules: readonly Rule[]): Iterable<Rule> {
  const byId = new Map<string, Rule>()
  for (const rule of rules) {
    if (byId.get(rule.id)?.endpoint !== rule.endpoint) byId.delete(rule.id)
    byId.set(rule.id, rule)
  }
  return byId.values()
}
