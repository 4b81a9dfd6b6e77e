// The names a caller may have meant.
import leven from 'leven'

interface Close {
  readonly candidate: string
  readonly distance: number
}

/** The maximum number of comparisons of characters, which take a third of a millisecond. */
const mostCompared = 200_000

/**
 * Returns up to `count` candidates close to `wanted`, nearest first. They differ in at most two
 * characters or a third of those of `wanted`, or one text begins with the other. Case is ignored.
 * Of many long candidates, the last ones are left out.
 */
export function nearMisses(wanted: string, candidates: Iterable<string>, count: number): string[] {
  const target = wanted.toLowerCase()
  if (target === '') return []
  const maxDistance = Math.min(target.length, Math.max(2, Math.floor(target.length / 3)) + 1)
  const close: Close[] = []
  let left = mostCompared
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    const longer = Math.abs(other.length - target.length)
    const isStart = other.startsWith(target) || target.startsWith(other)
    // If the list is full, a candidate must be nearer than the last one in it.
    const tooFar = close.length < count ? maxDistance : (close.at(-1)?.distance ?? 0)
    if (longer >= tooFar && !isStart) continue
    if (!isStart) left -= target.length * other.length
    if (left < 0) break
    const distance = isStart
      ? Math.min(maxDistance - 1, longer)
      : leven(target, other, { maxDistance: tooFar })
    if (distance < tooFar) insert(close, { candidate, distance }, count)
  }
  return close.map(({ candidate }) => candidate)
}

/** Keeps the nearest ones in order, and those at the same distance in the order of insertion. */
function insert(close: Close[], one: Close, count: number): void {
  const behind = close.findIndex(({ distance }) => distance > one.distance)
  close.splice(behind === -1 ? close.length : behind, 0, one)
  close.length = Math.min(close.length, count)
}
