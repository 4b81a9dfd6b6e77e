// Regular expressions that take time in proportion to the text. They have RE2's syntax, without
// backreferences and lookaround (https://github.com/google/re2/wiki/Syntax).
import { patternSize } from './pattern-size.ts'

/** A regular expression that a rule compares a text with. */
export interface Pattern {
  /**
   * Whether it matches somewhere in the text. Calls `take` with the cost of each piece of work
   * before it is done. False if `take` returned false.
   */
  test(text: string, take: (steps: number) => boolean): boolean
}

type Engine = typeof import('re2js')

let engine: Engine | undefined
/** The error if it could not be loaded, such as in a service worker that is not bundled. */
let failure: unknown

/**
 * Loads the engine, with the first rule that needs it. To be awaited before patterns are created.
 * `undefined` if it is loaded. If it cannot be, `patternFault` reports that for every pattern.
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
/** The maximum memory for the automaton of a pattern, in bytes. */
const memory = 32 * 1024

/** Returns the fault of a regular expression, or `undefined`. Takes 30 ms at most. */
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
 * Throws if `patternFault` finds a fault. States of the automaton are created when they are first
 * reached, each in time that grows with its size. After that, a character takes one table lookup.
 * If the states take too much memory, each character takes time that grows with the size.
 */
export function createPattern(source: string): Pattern {
  if (!engine) throw new Error('The engine of regular expressions is not loaded yet.')
  const { RE2Set } = engine
  const set = new RE2Set(RE2Set.UNANCHORED, 0, memory)
  set.add(source)
  set.compile()
  // The parsed expression takes most of the memory, and is not needed after compilation.
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
    // `null` makes the set continue without its automaton, one character at a time.
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
