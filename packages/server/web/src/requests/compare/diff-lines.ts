// Compares two texts line by line.

export interface DiffLine {
  /** `−`: only in the first text. `+`: only in the second. A space: in both. */
  readonly sign: '−' | '+' | ' '
  readonly text: string
}

/** Maximum number of lines to compare. More would take too long, also to read. */
const mostLines = 2000

/** Returns `undefined` if too many lines remain without the common start and end. */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] | undefined {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const old = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  if (Math.max(old.length, now.length) > mostLines) return undefined
  return [
    ...same(before.slice(0, start)),
    ...diffMiddle(old, now),
    ...same(before.slice(before.length - end)),
  ]
}

/** Compares by the longest common subsequence. */
function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const width = now.length + 1
  /** For each pair of positions, the number of common lines from there to the ends. */
  const common = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]]
    if (left !== undefined && left === right) {
      lines.push({ sign: ' ', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '−', text: left })
      i += 1
    } else if (right !== undefined) {
      lines.push({ sign: '+', text: right })
      j += 1
    }
  }
  return lines
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign: ' ', text }))
}

/** Returns each run of lines that differ, with up to `around` lines before and after it. */
export function hunksOf(lines: readonly DiffLine[], around = 2): readonly (readonly DiffLine[])[] {
  const hunks: DiffLine[][] = []
  let last = Number.NEGATIVE_INFINITY
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(at - around, 0), at + around + 1).some(({ sign }) => sign !== ' ')
  lines.forEach((line, i) => {
    if (!isNear(i)) return
    if (i > last + 1) hunks.push([])
    hunks.at(-1)?.push(line)
    last = i
  })
  return hunks
}
