// Rules in the order in which they are tried, with an index of those that a path may match.
import type { ActiveRule } from '../active-rule.ts'
import { decodedSegments, type RuledRequest } from '../match/ruled-request.ts'

/** Iterates over all rules. */
export interface RuleList<T extends ActiveRule> extends Iterable<T> {
  readonly size: number
  /** Whether any rule needs the body. */
  readonly needsBody: boolean
  /** Whether any rule forwards requests to another service. */
  readonly forwards: boolean
  /** Adds a rule after the others, or in place of the one with its id. */
  add(rule: T): void
  /** Adds a rule before the others, or in place of the one with its id, which is returned. */
  addFirst(rule: T): T | undefined
  remove(rule: T): void
  /**
   * Returns the rules whose path begins like that of the request, or with a parameter. The cost
   * does not depend on the number of other rules.
   */
  mayMatch(request: RuledRequest): Iterable<T>
}

interface Placed<T> {
  readonly rule: T
  /** Grows in the order of the rules. */
  readonly place: number
}

export function createRuleList<T extends ActiveRule>(given: Iterable<T> = []): RuleList<T> {
  const byId = new Map<string, Placed<T>>()
  /** By the literal segments at the beginning of their paths, each after a slash. */
  const byBeginning = new Map<string, Placed<T>[]>()
  let longest = 0
  let places = 0
  let firstPlace = 0
  /** Whether `byId` has the rules in their order. */
  let isInOrder = true
  let withBody = 0
  let forwarding = 0

  function putIn(placed: Placed<T>): void {
    const { id } = placed.rule.rule
    const { beginning, needsBody } = placed.rule.matcher
    const key = keyOf(beginning)
    const list = byBeginning.get(key) ?? []
    let at = list.length
    while (at > 0 && (list[at - 1] as Placed<T>).place > placed.place) at--
    list.splice(at, 0, placed)
    byBeginning.set(key, list)
    byId.set(id, placed)
    longest = Math.max(longest, beginning.length)
    if (needsBody) withBody++
    if (placed.rule.forwards) forwarding++
  }

  function takeOut(placed: Placed<T>): void {
    const { beginning, needsBody } = placed.rule.matcher
    const key = keyOf(beginning)
    const list = byBeginning.get(key) ?? []
    list.splice(list.indexOf(placed), 1)
    if (list.length === 0) byBeginning.delete(key)
    if (needsBody) withBody--
    if (placed.rule.forwards) forwarding--
  }

  function listsFor(request: RuledRequest): Placed<T>[][] {
    const lists: Placed<T>[][] = []
    const segments = longest === 0 ? [] : decodedSegments(request).slice(0, longest)
    let key = ''
    const look = (): void => {
      const list = byBeginning.get(key)
      if (list) lists.push(list)
    }
    look()
    for (const segment of segments) {
      // An encoded slash may be in this segment, but not in a literal one.
      if (segment === undefined || segment.includes('/')) break
      key += `/${segment}`
      look()
    }
    return lists
  }

  /** Copies the list of a rule, so that iterations in progress continue with the old list. */
  function copyList({ matcher }: T): void {
    const key = keyOf(matcher.beginning)
    const list = byBeginning.get(key)
    if (list) byBeginning.set(key, [...list])
  }

  function putInOrder(): void {
    const placed = [...byId].sort(([, a], [, b]) => a.place - b.place)
    byId.clear()
    for (const [id, each] of placed) byId.set(id, each)
    isInOrder = true
  }

  function add(rule: T): void {
    const former = byId.get(rule.rule.id)
    if (former) takeOut(former)
    putIn({ rule, place: former?.place ?? places++ })
  }

  for (const rule of given) add(rule)
  return {
    get size() {
      return byId.size
    },
    get needsBody() {
      return withBody > 0
    },
    get forwards() {
      return forwarding > 0
    },
    add,
    addFirst(rule) {
      const former = byId.get(rule.rule.id)
      copyList(rule)
      if (former) {
        copyList(former.rule)
        takeOut(former)
      } else isInOrder = byId.size === 0
      putIn({ rule, place: former?.place ?? --firstPlace })
      return former?.rule
    },
    remove(rule) {
      const placed = byId.get(rule.rule.id)
      if (!placed) return
      takeOut(placed)
      byId.delete(rule.rule.id)
    },
    mayMatch: (request) => inOrder(listsFor(request)),
    *[Symbol.iterator]() {
      if (!isInOrder) putInOrder()
      for (const { rule } of byId.values()) yield rule
    },
  }
}

function keyOf(beginning: readonly string[]): string {
  return beginning.map((segment) => `/${segment}`).join('')
}

/** Merges ordered lists. There are at most nine. */
function* inOrder<T>(lists: readonly (readonly Placed<T>[])[]): Generator<T> {
  const at = lists.map(() => 0)
  for (;;) {
    let first: Placed<T> | undefined
    let ofFirst = 0
    for (let i = 0; i < lists.length; i++) {
      const placed = lists[i]?.[at[i] ?? 0]
      if (!placed || (first && placed.place > first.place)) continue
      first = placed
      ofFirst = i
    }
    if (!first) return
    at[ofFirst] = (at[ofFirst] ?? 0) + 1
    yield first.rule
  }
}
