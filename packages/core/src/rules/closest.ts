// The rule that comes closest to a request that none matches.
import { nearMisses } from '../model/near-miss.ts'
import type { RuleMismatch } from '../model/rule.ts'
import type { ActiveRule } from './active-rule.ts'
import type { Difference } from './matcher.ts'
import type { RuledRequest } from './ruled-request.ts'
import { shorten } from './show-json.ts'
import type { Steps } from './steps.ts'

/** How many rules are compared with a request. */
const mostCompared = 200

interface Compared extends Difference {
  readonly id: string
}

/**
 * The rule of which most members match, and the first one that differs. When the steps are spent, of
 * those that were compared until then.
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
    const most = best[0]?.matched ?? 0
    if (!found || found.matched < most) continue
    if (found.matched > most) best = []
    best.push({ id: rule.id, ...found })
  }
  const [first] = best
  if (!first) return undefined
  if (first.matched === 0) return mostAlike(best, steps)
  return inWords(first)
}

function inWords({ id, inWords }: Compared): RuleMismatch {
  return { rule: id, ...inWords() }
}

/** Of paths that differ, the one that reads most like what was asked for. */
function mostAlike(best: readonly Compared[], steps: Steps): RuleMismatch | undefined {
  const mismatches = best.map(inWords)
  const [first] = mismatches
  const paths = mismatches.map(({ expected }) => expected)
  const isQuick = (work: number): boolean => steps.take(Math.ceil(work / 16))
  const [near] = nearMisses(first?.actual ?? '', paths, 1, isQuick)
  const found = mismatches.find(({ expected }) => expected === near) ?? first
  return found && { ...found, expected: shorten(found.expected) }
}
