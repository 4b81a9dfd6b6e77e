// The rule that comes closest to a request that none matches.
import { nearMisses } from '../model/near-miss.ts'
import type { RuleMismatch } from '../model/rule.ts'
import type { ActiveRule } from './active-rule.ts'
import type { RuledRequest } from './matcher.ts'

/** How many rules are compared with a request. */
const mostCompared = 200

/** The rule of which most members match, and the first one that differs. */
export function closestOf(
  rules: Iterable<ActiveRule>,
  request: RuledRequest,
): RuleMismatch | undefined {
  let compared = 0
  let best: (RuleMismatch & { readonly matched: number })[] = []
  for (const { rule, matcher } of rules) {
    if (rule.chance === 0) continue
    const found = compared++ < mostCompared ? matcher.difference(request) : undefined
    const most = best[0]?.matched ?? 0
    if (!found || found.matched < most) continue
    if (found.matched > most) best = []
    best.push({ rule: rule.id, ...found })
  }
  const found = mostAlike(best)
  if (!found) return undefined
  const { matched: _, ...mismatch } = found
  return mismatch
}

/** Of paths that differ, the one that reads most like what was asked for. */
function mostAlike<T extends RuleMismatch>(mismatches: readonly T[]): T | undefined {
  const [first] = mismatches
  if (first?.member !== 'path') return first
  const paths = mismatches.map(({ expected }) => expected)
  const [near] = nearMisses(first.actual, paths, 1)
  return mismatches.find(({ expected }) => expected === near) ?? first
}
