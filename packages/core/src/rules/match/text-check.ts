// Whether a text is the one that a rule wants, or like it; in time that the steps have room for.
import { createPattern, type Pattern } from '../../model/pattern/pattern.ts'
import type { TextMatch } from '../../model/rule/rule.ts'
import { shorten } from './show-json.ts'
import type { Steps } from './steps.ts'

export interface TextCheck {
  /** False when the steps are spent. */
  matches(text: string, steps: Steps): boolean
  readonly inWords: string
}

export function createTextCheck(wanted: TextMatch): TextCheck {
  if (typeof wanted === 'string') {
    return { matches: (text, steps) => isSame(text, wanted, steps), inWords: shorten(wanted) }
  }
  if ('contains' in wanted) {
    const find = createFind(wanted.contains)
    const inWords = `a text that contains ${shorten(wanted.contains)}`
    return {
      matches: (text, steps) =>
        steps.take(1 + Math.ceil(text.length / charactersPerStep)) && find(text),
      inWords,
    }
  }
  const { matches: source } = wanted
  let pattern: Pattern | undefined
  return {
    matches(text, steps) {
      pattern ??= createPattern(source)
      return pattern.test(text, steps.take)
    },
    inWords: `a text that matches ${shorten(source)}`,
  }
}

/** How many characters one step compares at least. */
const charactersPerStep = 16

function isSame(text: string, wanted: string, steps: Steps): boolean {
  return text.length === wanted.length && steps.take(text.length >> 6) && text === wanted
}

/**
 * Whether a text contains another, in time in proportion to both (Knuth, Morris and Pratt): `includes`
 * compares again and again what repeats itself.
 */
function createFind(wanted: string): (text: string) => boolean {
  const back = borders(wanted)
  return (text) => {
    let found = 0
    for (let i = 0; i < text.length && found < wanted.length; i++) {
      const unit = text.charCodeAt(i)
      while (found > 0 && wanted.charCodeAt(found) !== unit) found = back[found - 1] ?? 0
      if (wanted.charCodeAt(found) === unit) found++
    }
    return found === wanted.length
  }
}

/** For each beginning, how long the longest shorter beginning is that it ends with. */
function borders(wanted: string): Uint32Array {
  const lengths = new Uint32Array(wanted.length)
  let length = 0
  for (let i = 1; i < wanted.length; i++) {
    while (length > 0 && wanted[i] !== wanted[length]) length = lengths[length - 1] ?? 0
    if (wanted[i] === wanted[length]) length++
    lengths[i] = length
  }
  return lengths
}
