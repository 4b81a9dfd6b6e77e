// Rules in the order in which they are tried, of which a request sees those that its path may match.
import type { ActiveRule } from '../active-rule.ts'
import { decodedSegments, type RuledRequest } from '../match/ruled-request.ts'

/** Iterates over all of them. */
export interface RuleList<T extends ActiveRule> extends Iterable<T> {
  readonly size: number
  /** Whether any looks at bodies. */
  readonly needsBody: boolean
  /** Whether any sends requests on to another service. */
  readonly forwards: boolean
  /** Behind the others, or in place of the one of its id. */
  add(rule: T): void
  /** In front of the others, or in place of the one of its id, which is returned. */
  addFirst(rule: T): T | undefined
  remove(rule: T): void
  /**
   * Those whose path begins as that of the request does, or with a parameter. What this costs does not
   * depend on how many others there are.
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
  /** By the literal segments that their paths begin with, each behind a slash. */
  const byBeginning = new Map<string, Placed<T>[]>()
  let longest = 0
  let places = 0
  let firstPlace = 0
  /** Whether `byId` has them in their order. */
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
      // No literal segment has a slash, as this one does when it is encoded.
      if (segment === undefined || segment.includes('/')) break
      key += `/${segment}`
      look()
    }
    return lists
  }

  /** Who goes through a list goes on with what it was. */
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

/** Merges lists that are in order, of which there are at most nine. */
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
