// Changes to a text, collected first and made together, so that offsets stay valid until then.

export interface Cut {
  readonly from: number
  readonly to: number
  /** The replacement. */
  readonly by: string
}

/** The range of a member or element, without its commas, or of an object or list. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** Changes to the parts of an object or a list: the indexes to remove, and the texts to add. */
export interface PartChanges {
  readonly removed: ReadonlySet<number>
  readonly added: readonly string[]
}

/** Returns the text with the cuts made. Cuts must not overlap. */
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

/**
 * Returns the cuts that change the parts between the brackets of `holder`. Added parts get the same
 * line breaks and indentation as the last part.
 */
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

/** Returns the white space directly before `end`, but nothing before `earliest`. */
function spaceBefore(text: string, end: number, earliest: number): string {
  let from = end
  while (from > earliest && white.includes(text.charAt(from - 1))) from -= 1
  return text.slice(from, end)
}

/** Returns the indentation of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  let end = lineStart
  while (end < offset && ' \t'.includes(text.charAt(end))) end += 1
  return text.slice(lineStart, end)
}
