// Whether a text equals, matches or contains what a rule wants, within the limit of the steps.
import { createPattern, type Pattern } from '../../model/pattern/pattern.ts'
import type { TextMatch } from '../../model/rule/rule.ts'
import { shorten } from './show-json.ts'
import type { Steps } from './steps.ts'

export interface TextCheck {
  /** Whether the text matches. False if the steps run out. */
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

/** Minimum number of characters that one step compares. */
const charactersPerStep = 16

function isSame(text: string, wanted: string, steps: Steps): boolean {
  return text.length === wanted.length && steps.take(text.length >> 6) && text === wanted
}

/**
 * Returns whether a text contains another, in time linear in both (Knuth, Morris and Pratt).
 * `includes` compares the characters of repetitive texts again and again.
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

/** Returns, for each beginning, the length of the longest shorter beginning that it ends with. */
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
