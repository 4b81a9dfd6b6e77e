// The order in which rules are added: permanent ones are tried newest first, so the more a
// rule asks for, the later it comes.
import type { Rule } from '@mock-endpoint/core/client'

/** The same, general ones first; otherwise in their order. */
export function inTryingOrder<T extends { readonly rule: Rule }>(candidates: readonly T[]): T[] {
  return candidates
    .map((candidate) => ({ candidate, rank: rankOf(candidate.rule) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ candidate }) => candidate)
}

interface Rank {
  /** A digit for each segment: 0 for a parameter, 1 for a literal. */
  readonly path: string
  readonly query: number
  /** A rule for GET answers HEAD too. */
  readonly isHead: boolean
}

function rankOf({ when = {} }: Rule): Rank {
  const segments = (when.path ?? '/').split('/')
  return {
    path: segments.map((segment) => (segment.startsWith(':') ? '0' : '1')).join(''),
    query: Object.keys(when.query ?? {}).length,
    isHead: when.method === 'HEAD',
  }
}

function compare(a: Rank, b: Rank): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.query - b.query || Number(a.isHead) - Number(b.isHead)
}
