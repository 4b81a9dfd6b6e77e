// The reads of rules. Their places are in memory, their texts only in the database.
import {
  type Awaitable,
  type EndpointStore,
  type StoredRule,
  StoreError,
} from '../model/store/store.ts'
import type { Connection } from './connection.ts'
import { utf8 } from './database.ts'
import { type RulePlace, ruleKeysOf, toRule, toRuleKey } from './rule-records.ts'
import { toStoreError } from './store-error.ts'

/**
 * `opened` returns the connection, or throws when the store is closed. `settled` resolves when the
 * commit in progress has ended.
 */
export function createRuleReads(
  opened: () => Connection,
  settled: () => Promise<void>,
): Pick<EndpointStore, 'getRule' | 'rulesOf' | 'namesWithRules' | 'countRules'> {
  const { db } = opened()
  const places = () => opened().contents().rules.places

  function getRule(id: string, missingAt?: RulePlace): Awaitable<StoredRule | undefined> {
    if (opened().isCleared()) return undefined
    const reopened = opened().readable({ rule: id })
    if (reopened) return reopened.then(() => getRule(id))
    const place = places().get(id)
    if (place && place === missingAt) throw new StoreError('corrupt', 'A stored rule is missing.')
    return place && getAt(place)
  }

  async function getAt(place: RulePlace): Promise<StoredRule | undefined> {
    const key = toRuleKey(place)
    const value = await db
      .get(key, utf8)
      .catch((error: unknown) => Promise.reject(toStoreError(error)))
    if (value !== undefined) return toRule(key, value)
    // A commit has removed the rule or changed its endpoint, but `places` is not updated yet.
    await settled()
    return getRule(place.id, place)
  }

  function rulesOf(endpoint: string): Awaitable<readonly StoredRule[]> {
    if (opened().isCleared()) return []
    const reopened = opened().readable({ rulesOf: endpoint })
    if (reopened) return reopened.then(() => rulesOf(endpoint))
    return places().count(endpoint) === 0 ? [] : readRules(endpoint)
  }

  async function readRules(endpoint: string): Promise<StoredRule[]> {
    const rules: StoredRule[] = []
    try {
      for await (const [key, value] of db.iterator({ ...ruleKeysOf(endpoint), ...utf8 })) {
        rules.push(toRule(key, value))
      }
      return rules
    } catch (error) {
      throw toStoreError(error)
    }
  }

  return {
    getRule: (id) => getRule(id),
    rulesOf,
    async *namesWithRules(range = {}) {
      if (!opened().isCleared()) await opened().readable()
      for (const name of places().names(range)) {
        yield name
        opened()
      }
    },
    countRules: (endpoint) => places().count(endpoint),
  }
}
