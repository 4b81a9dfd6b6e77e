// Regular expressions: which ones are accepted, what they match, and how many steps it takes.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPattern, loadPatterns, patternFault } from './pattern.ts'
import { patternSize } from './pattern-size.ts'

beforeAll(loadPatterns)

/** Returns whether the text matches, and the number of steps. */
function match(source: string, text: string): [matches: boolean, steps: number] {
  let taken = 0
  const take = (steps: number): boolean => {
    taken += steps
    return true
  }
  return [createPattern(source).test(text, take), taken]
}

/** Expressions that mean the same in RE2 and in JavaScript. */
const { sources } = fc.letrec<{ readonly sources: string; readonly atom: string }>((tie) => ({
  atom: fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '\\b', '^', '$', '\\x{e9}'),
  sources: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('atom'),
    fc.tuple(tie('sources'), tie('sources')).map((parts) => parts.join('')),
    fc.tuple(tie('sources'), tie('sources')).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('sources'), fc.constantFrom('*', '+', '?', '{3}', '{2,}', '{0,7}', '{1,40}'))
      .map(([part, times]) => `(${part})${times}`),
  ),
}))

const texts = fc.string({
  unit: fc.constantFrom('a', 'b', '1', ' ', '\n', '\u00e9'),
  maxLength: 30,
})

test('a pattern matches the same texts as in JavaScript', () => {
  fc.assert(
    fc.property(sources, texts, (source, text) => {
      fc.pre(patternFault(source) === undefined)
      expect(match(source, text)[0]).toBe(
        new RegExp(source.replaceAll('\\x{e9}', '\u00e9')).test(text),
      )
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['(?i)STRASSE', 'strasse', true],
  ['(?s)a.b', 'a\nb', true],
  ['(?m)^b$', 'a\nb', true],
  ['^.$', '\u{1f600}', true],
  ['^\\p{Greek}+$', '\u03b1\u03b2', true],
  ['\\Q[a]\\E', '[a]', true],
  ['^[[:alpha:]]+$', 'a1', false],
  ['', '', true],
])('the pattern %j has its RE2 meaning on the text %j', (source, text, expected) => {
  expect(match(source, text)[0]).toBe(expected)
})

test.each([
  ['(', /missing|unclosed|expected/i],
  ['(?=a)b', /neither lookaround/],
  ['(a)\\1', /neither lookaround nor backreferences/],
  ['a'.repeat(251), /at most 250 characters/],
  ['(?:a{30}){30}', /repeats too much/],
  ['(((a{1,10}){1,10}){1,10}){1,10}', /repeats too much/],
  ['[a{9}]{501}', /repeats too much/],
  ['[]a]{501}', /repeats too much/],
  ['\\x{41}{501}', /repeats too much/],
])('the pattern %j is refused', (source, why) => {
  expect(patternFault(source)).toMatch(why)
})

test.each([
  '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$',
  '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$',
  '[{}]{2}\\{3}',
])('the pattern %j is accepted', (source) => {
  expect(patternFault(source)).toBeUndefined()
})

test('patternSize returns at least half the size of the compiled automaton', async () => {
  const { RE2JS } = await import('re2js')
  fc.assert(
    fc.property(sources, (source) => {
      fc.pre(patternSize(source) < 1000)
      expect(2 * patternSize(source)).toBeGreaterThanOrEqual(RE2JS.compile(source).programSize())
    }),
    { numRuns: 3000 },
  )
})

describe('the steps of a search', () => {
  const body = '{"message": "one of many", "level": "info"}\n'.repeat(2500)

  test('an ordinary pattern takes few steps in a long text', () => {
    for (const source of ['error|fail', '"level": "(warn|error)"', '^\\d+$', '(?i)timeout']) {
      expect(match(source, body)).toEqual([false, expect.toSatisfy((steps) => steps < 40_000)])
    }
  })

  /** The letters a and b, in an order that a few states cannot recognize. */
  const letters = [...'aab'.repeat(10_000)].map((_, i) =>
    (i * i * 7919) % 10_007 < 5000 ? 'a' : 'b',
  )
  const text = letters.join('')

  test('a pattern with many states takes many steps', () => {
    const [, steps] = match('(a|b)*a(a|b){60}c', text.slice(0, 3000))
    expect(steps).toBeGreaterThan(50_000)
  })

  test.each([0, 10, 1_000, 40_000])(
    'a search that may take %i steps ends when they are used up',
    (most) => {
      for (const source of ['(a|b)*a(a|b){60}c', 'a|b', '\\pL{9}']) {
        let left = most
        let refusals = 0
        const take = (steps: number): boolean => {
          expect(refusals).toBe(0)
          left -= steps
          if (left < 0) refusals += 1
          return left >= 0
        }
        const matches = createPattern(source).test(text, take)
        expect([matches, refusals]).toEqual(
          source === 'a|b' && most > 10_000 ? [true, 0] : [false, 1],
        )
      }
    },
  )

  test('a pattern can be used again after a search that ran out of steps', () => {
    const pattern = createPattern('b$')
    expect(pattern.test('aab', () => false)).toBe(false)
    expect(pattern.test('aab', () => true)).toBe(true)
  })
})
