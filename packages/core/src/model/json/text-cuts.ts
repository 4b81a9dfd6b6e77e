// Changes to a text that are collected first and made together, so that places stay what they were.

export interface Cut {
  readonly from: number
  readonly to: number
  /** What comes in place of it. */
  readonly by: string
}

/** Something between two commas: where it begins and ends. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** What becomes of the parts of an object or a list. */
export interface PartChanges {
  readonly removed: ReadonlySet<number>
  readonly added: readonly string[]
}

/** The text with the cuts made, none of which overlap. */
export function withCuts(text: string, cuts: readonly Cut[]): string {
  const ordered = cuts.toSorted((a, b) => a.from - b.from || a.to - b.to)
  let made = ''
  let at = 0
  for (const { from, to, by } of ordered) {
    made += text.slice(at, from) + by
    at = to
  }
  return made + text.slice(at)
}

/** The cuts for parts of what `holder` encloses with its brackets. What is added gets lines like the last part. */
export function cutsOf(
  text: string,
  holder: Part,
  parts: readonly Part[],
  { removed, added }: PartChanges,
): readonly Cut[] {
  const kept = parts.findIndex((_, i) => !removed.has(i))
  if (kept === -1) {
    if (removed.size === 0 && added.length === 0) return []
    const indent = indentAt(text, holder.from)
    const lines = added.map((part) => `\n${indent}  ${part}`).join(',')
    const by = added.length === 0 ? '' : `${lines}\n${indent}`
    return [{ from: holder.from + 1, to: holder.to - 1, by }]
  }
  const cuts: Cut[] = []
  for (const [i, part] of parts.entries()) {
    if (!removed.has(i)) continue
    const [before, next] = [parts[i - 1], parts[i + 1]]
    if (i < kept && next) cuts.push({ from: part.from, to: next.from, by: '' })
    else if (before) cuts.push({ from: before.to, to: part.to, by: '' })
  }
  const last = parts.at(-1)
  if (last && added.length > 0) {
    const space = spaceBefore(text, last.from, parts.at(-2)?.to ?? holder.from + 1)
    const by = added.map((part) => `,${space}${part}`).join('')
    cuts.push({ from: last.to, to: last.to, by })
  }
  return cuts
}

const white = ' \t\r\n'

/** The white space that ends at an offset, and begins no earlier than another. */
function spaceBefore(text: string, end: number, earliest: number): string {
  let from = end
  while (from > earliest && white.includes(text.charAt(from - 1))) from -= 1
  return text.slice(from, end)
}

/** What the line begins with in which an offset is. */
function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  let end = lineStart
  while (end < offset && ' \t'.includes(text.charAt(end))) end += 1
  return text.slice(lineStart, end)
}
