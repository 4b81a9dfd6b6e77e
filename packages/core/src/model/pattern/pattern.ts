// Regular expressions that take time in proportion to the text: RE2's syntax, which has neither
// backreferences nor lookaround (https://github.com/google/re2/wiki/Syntax).
import { patternSize } from './pattern-size.ts'

/** What a rule compares a text with. */
export interface Pattern {
  /**
   * Whether it matches somewhere in the text. `take` is told what that costs before it is done, and
   * says whether there is room: false when there was none.
   */
  test(text: string, take: (steps: number) => boolean): boolean
}

type Engine = typeof import('re2js')

let engine: Engine | undefined
/** Why it could not be loaded, such as in a service worker that is not bundled. */
let failure: unknown

/**
 * To be awaited before patterns are made: the engine is loaded with the first rule that has one.
 * `undefined` when it is there. Where it cannot be loaded, every pattern has that fault.
 */
export function loadPatterns(): Promise<void> | undefined {
  return engine ? undefined : load()
}

async function load(): Promise<void> {
  try {
    engine = await import('re2js')
  } catch (error) {
    failure = error
  }
}

const longest = 250
const largest = 500
/** What a pattern may keep of its automaton, in bytes. */
const memory = 32 * 1024

/** What is wrong with a regular expression, if anything is. Takes 30 ms at most. */
export function patternFault(source: string): string | undefined {
  if (source.length > longest) return `must be at most ${longest} characters long`
  if (patternSize(source) > largest)
    return `repeats too much: it comes to more than ${largest} steps; write a shorter one`
  if (!engine) return `needs the engine of regular expressions, which cannot be loaded: ${failure}`
  try {
    createPattern(source)
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `is not a regular expression of RE2, which has neither lookaround nor backreferences: ${reason}`
  }
}

/**
 * Throws for one with which `patternFault` finds something wrong. States of the automaton are made as
 * they are met, each in time that grows with its size; then a character takes one look at a table.
 * Where they take too much memory, each character takes time that grows with the size.
 */
export function createPattern(source: string): Pattern {
  if (!engine) throw new Error('The engine of regular expressions is not loaded yet.')
  const { RE2Set } = engine
  const set = new RE2Set(RE2Set.UNANCHORED, 0, memory)
  set.add(source)
  set.compile()
  // What it was parsed to takes most of its memory.
  set.regexps = []
  const { dfa } = set
  const size = set.prog.numInst()
  const perCharacter = Math.log2(dfa.numClasses + 1) / 16
  let takeNow: (steps: number) => boolean = () => true
  let isSpent = false
  const mayTake = (steps: number): boolean => {
    isSpent ||= !takeNow(Math.ceil(steps))
    return !isSpent
  }
  const makeStep = dfa.step.bind(dfa)
  dfa.step = (...step) => (mayTake(size) ? makeStep(...step) : null)
  dfa.matchSet = (input, position, anchor) => {
    const length = input.endPos()
    const found = mayTake(5 + length * perCharacter) ? dfa.match(input, position, anchor) : null
    if (found !== null) return found ? [0] : []
    // With `null` the set goes on without its automaton, a character at a time.
    return mayTake((length * size) / 4) ? (null as never) : []
  }
  return {
    test(text, take) {
      takeNow = take
      isSpent = false
      return set.match(text).length > 0
    },
  }
}
