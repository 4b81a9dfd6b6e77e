import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffLine, diffLines, hunksOf } from './diff-lines.ts'

const written = (lines: readonly DiffLine[] = []): string[] =>
  lines.map(({ sign, text }) => sign + text)

test('lines that are only in one of two texts are told, with the others between them', () => {
  expect(written(diffLines(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd', 'e']))).toEqual([
    ' a',
    '−b',
    '+x',
    ' c',
    ' d',
    '+e',
  ])
})

test('from a difference both texts can be read', () => {
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

test('too many lines that differ are not compared; many that are the same are', () => {
  const many = Array.from({ length: 2001 }, (_, i) => `line ${i}`)
  expect(diffLines(many, [...many].reverse())).toBeUndefined()
  expect(diffLines(many, [...many, 'last'])?.at(-1)).toEqual({ sign: '+', text: 'last' })
})

test('what is far from a difference is left out', () => {
  const before = Array.from({ length: 30 }, (_, i) => String(i))
  const after = before.map((text) => (text === '5' || text === '20' ? 'x' : text))
  const hunks = hunksOf(diffLines(before, after) ?? [], 1)
  expect(hunks.map(written)).toEqual([
    [' 4', '−5', '+x', ' 6'],
    [' 19', '−20', '+x', ' 21'],
  ])
  expect(hunksOf(diffLines(before, before) ?? [])).toEqual([])
})
