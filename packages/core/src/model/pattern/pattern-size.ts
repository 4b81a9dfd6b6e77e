// Estimates the size of a regular expression from its text, because one with nested repetitions
// would take seconds to compile.

/** A repetition, the name after `\p` or the number after `\x`, and a quoted text. */
const repetition = /\{(\d+)(?:,(\d*))?\}/y
const braced = /\\[pPx]\{[^}]*\}/y
const quoted = /\\Q.*?(?:\\E|$)/sy
/** A `]` that is the first character of a class does not end it. */
const characterClass = /\[\^?\]?(?:\[:[^\]]*\]|\\.|[^\]\\])*\]?/sy

/**
 * Returns about how many steps the automaton has, at least half of them. Repetitions are counted as
 * if they were written out.
 */
export function patternSize(source: string): number {
  const groups: number[] = []
  let size = 0
  /** The size of the part that a repetition after it would repeat. */
  let last = 0
  let at = 0
  const take = (part: RegExp): RegExpExecArray | undefined => {
    part.lastIndex = at
    const found = part.exec(source)
    if (!found) return undefined
    at = part.lastIndex
    return found
  }
  while (at < source.length) {
    const repeated = take(repetition)
    if (repeated) {
      const [, least = '', most = least] = repeated
      const times = Math.max(Number(least) + (most === '' ? 1 : 0), Number(most), 1)
      // If the count may vary, each repetition takes one more step.
      const whole = times * (last + (most === least ? 0 : 1))
      size += whole - last
      last = whole
      continue
    }
    const text = take(quoted)
    if (text || take(braced) || take(characterClass)) {
      last = 1
      size += text ? text[0].length : 1
      continue
    }
    const char = source[at]
    at += char === '\\' ? 2 : 1
    if (char === '(') {
      groups.push(size)
      size += 2
    } else if (char === ')') {
      last = size - (groups.pop() ?? 0)
    } else {
      size += 1
      if (!/[*+?|]/.test(char ?? '')) last = 1
      else last += 1
    }
  }
  return size + 2
}
