// The places of the rules, in memory without their texts, and the changes that a commit will make.

import { copyText } from '../model/json/utf8.ts'
import { createRuleIndex, type RuleIndex } from '../model/rule/rule-index.ts'
import type { RulePlace } from './rule-records.ts'

export interface Rules {
  readonly places: RuleIndex<RulePlace>
  /** The highest sequence ever given, so that no key is reused while the database is open. */
  lastSequence: number
  /** Endpoints with a rule that could not be read when the database was opened. */
  readonly unreadable: Set<string>
}

export function noRules(lastSequence = 0): Rules {
  return { places: createRuleIndex(), lastSequence, unreadable: new Set() }
}

/** Changes that are not committed yet. The rules themselves stay unchanged until `apply`. */
export interface RulesDraft {
  /** Returns the place of the rule, and its former place if that was with another endpoint. */
  put(id: string, endpoint: string): { readonly place: RulePlace; readonly former?: RulePlace }
  /** Returns its former place. */
  remove(id: string): RulePlace | undefined
  /** Removes the rules of an endpoint, or all rules. Returns their former places. */
  clear(endpoint?: string): readonly RulePlace[]
  count(): number
  /** Applies the changes. Call it once they are committed. */
  apply(): void
  /** Returns the ids of the rules that change, and the endpoints whose rules change. */
  changed(): { readonly ids: ReadonlySet<string>; readonly endpoints: ReadonlySet<string> }
}

export function createRulesDraft(rules: Rules): RulesDraft {
  const { places } = rules
  const put = createRuleIndex<RulePlace>()
  /** The ids in `places` that are replaced by those in `put`, or removed. */
  const replaced = new Set<string>()
  let last = rules.lastSequence

  function get(id: string): RulePlace | undefined {
    return replaced.has(id) ? put.get(id) : (places.get(id) ?? put.get(id))
  }

  function remove(id: string): RulePlace | undefined {
    const former = get(id)
    put.remove(id)
    if (places.get(id)) replaced.add(id)
    return former
  }

  return {
    put(id, endpoint) {
      const former = get(id)
      if (places.get(id)) replaced.add(id)
      const isInPlace = former?.endpoint === endpoint
      const place = isInPlace
        ? former
        : { id: copyText(id), endpoint: copyText(endpoint), sequence: ++last }
      put.put(place)
      return former && !isInPlace ? { place, former } : { place }
    },
    remove,
    clear(endpoint) {
      const of = (index: RuleIndex<RulePlace>): Iterable<RulePlace> =>
        endpoint === undefined ? index.all() : index.of(endpoint)
      const cleared = [...of(put), ...[...of(places)].filter(({ id }) => !replaced.has(id))]
      for (const { id } of cleared) remove(id)
      return cleared
    },
    count: () => places.count() - replaced.size + put.count(),
    apply() {
      for (const id of replaced) if (put.get(id) !== places.get(id)) places.remove(id)
      for (const place of put.all()) if (places.get(place.id) !== place) places.put(place)
      rules.lastSequence = last
    },
    changed() {
      const before = [...replaced].flatMap((id) => places.get(id) ?? [])
      const all = [...before, ...put.all()]
      const endpoints = new Set(all.map(({ endpoint }) => endpoint))
      return { ids: new Set(all.map(({ id }) => id)), endpoints }
    },
  }
}
