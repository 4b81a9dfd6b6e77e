// The names a caller may have meant.
import leven from 'leven'

/**
 * Up to `count` of the candidates that are close to `wanted`, nearest first: those that differ in
 * a third of their characters at most, whatever their case, or of which one begins the other.
 */
export function nearMisses(wanted: string, candidates: Iterable<string>, count: number): string[] {
  const target = wanted.toLowerCase()
  if (target === '') return []
  const maxDistance = Math.min(target.length, Math.max(2, Math.floor(target.length / 3)) + 1)
  const close: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    const isStart = other.startsWith(target) || target.startsWith(other)
    const distance = isStart
      ? Math.min(maxDistance - 1, Math.abs(other.length - target.length))
      : leven(target, other, { maxDistance })
    if (distance < maxDistance) close.push({ candidate, distance })
  }
  return close
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}
