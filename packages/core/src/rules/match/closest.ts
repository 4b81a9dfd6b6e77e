// Finds the rule closest to a request that none matches.
import { nearMisses } from '../../model/problem/near-miss.ts'
import type { RuleMismatch } from '../../model/rule/rule.ts'
import type { ActiveRule } from '../active-rule.ts'
import type { Difference } from './matcher.ts'
import type { RuledRequest } from './ruled-request.ts'
import { shorten } from './show-json.ts'
import type { Steps } from './steps.ts'

/** Maximum number of rules that are compared with a request. */
const mostCompared = 200

interface Compared extends Difference {
  readonly id: string
}

/**
 * Returns the rule that a person would call closest, and its first member that differs. A rule with
 * the same method and path is closer than others; then, one with fewer members that differ. If the
 * steps run out, only the rules compared until then count.
 */
export function closestOf(
  rules: Iterable<ActiveRule>,
  request: RuledRequest,
  steps: Steps,
): RuleMismatch | undefined {
  let compared = 0
  let best: Compared[] = []
  for (const { rule, matcher } of rules) {
    if (rule.chance === 0) continue
    if (compared++ === mostCompared) break
    const found = matcher.difference(request, steps)
    if (steps.areSpent()) break
    if (!found) continue
    const order = compare(found, best[0])
    if (order < 0) best = []
    if (order <= 0) best.push({ id: rule.id, ...found })
  }
  const [first] = best
  if (!first) return undefined
  return first.place < 2 ? inWords(first) : mostAlike(best)
}

/** Negative if `one` is closer, 0 if both are equally close. */
function compare(one: Difference, other: Difference | undefined): number {
  if (!other) return -1
  return one.place - other.place || one.count - other.count
}

function inWords({ id, inWords }: Compared): RuleMismatch {
  return { rule: id, ...inWords() }
}

/** Returns the rule whose path is most like that of the request. */
function mostAlike(best: readonly Compared[]): RuleMismatch | undefined {
  const mismatches = best.map(inWords)
  const [first] = mismatches
  const paths = mismatches.map(({ expected }) => expected)
  const [near] = nearMisses(first?.actual ?? '', paths, 1)
  const found = mismatches.find(({ expected }) => expected === near) ?? first
  return found && { ...found, expected: shorten(found.expected) }
}
