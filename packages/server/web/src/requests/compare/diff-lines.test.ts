import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffLine, diffLines, hunksOf } from './diff-lines.ts'

const written = (lines: readonly DiffLine[] = []): string[] =>
  lines.map(({ sign, text }) => sign + text)

test('a diff marks the lines that are in only one text, between the common lines', () => {
  expect(written(diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']))).toEqual([
    ' a',
    '−b',
    '+x',
    ' c',
    ' d',
    '+e',
  ])
})

test('both texts can be read from their diff', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const found = diffLines(before, after) ?? []
      const without = (left: string): string[] =>
        found.filter(({ sign }) => sign !== left).map(({ text }) => text)
      expect(without('+')).toEqual(before)
      expect(without('−')).toEqual(after)
    }),
  )
})

test('too many different lines are not compared, but many equal lines are', () => {
  const many = Array.from({ length: 2001 }, (_, i) => `line ${i}`)
  expect(diffLines(many, [...many].reverse())).toBeUndefined()
  expect(diffLines(many, [...many, 'last'])?.at(-1)).toEqual({ sign: '+', text: 'last' })
})

test('lines that are far from a difference are left out', () => {
  const before = Array.from({ length: 30 }, (_, i) => String(i))
  const after = before.map((text) => (text === '5' || text === '20' ? 'x' : text))
  const hunks = hunksOf(diffLines(before, after) ?? [], 1)
  expect(hunks.map(written)).toEqual([
    [' 4', '−5', '+x', ' 6'],
    [' 19', '−20', '+x', ' 21'],
  ])
  expect(hunksOf(diffLines(before, before) ?? [])).toEqual([])
})
