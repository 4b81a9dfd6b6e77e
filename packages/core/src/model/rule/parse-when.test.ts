// Conditions of a rule that are refused.
import { beforeAll, expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { loadPatterns } from '../pattern/pattern.ts'
import type { Problem } from '../problem/problem.ts'
import { parseRule } from './parse-rule.ts'

beforeAll(loadPatterns)

/** Each fault as `pointer detail`. */
function faultsOf(when: object): string[] {
  try {
    runWhole(parseRule(JSON.stringify({ endpoint: 'orders', when, response: {} })))
    return []
  } catch (error) {
    const { errors = [] } = (error as Problem).extensions
    return errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
}

test.each([
  [{ path: '/:id', params: { no: '1' } }, '/when/params/no is not a parameter of the path'],
  [{ params: { id: '1' } }, '/when/params/id is not a parameter of the path, such as /:id'],
  [{ query: { a: { contains: 1 } } }, '/when/query/a must be a string, {"matches"'],
  [{ query: { a: { contains: 'a', matches: 'b' } } }, '/when/query/a must be a string, {"matches"'],
  [
    { query: { '': null }, queryString: '=1' },
    '/when/queryString holds "", which query has already',
  ],
  [{ queryString: { page: 2 } }, '/when/queryString must be the text of a query such as page=2'],
  [{ queryString: '?page=2' }, '/when/queryString must not begin with ?'],
  [{ queryString: 'x'.repeat(16_385) }, '/when/queryString must have at most 16384 characters'],
  [
    { query: { 'a b': null }, queryString: 'c=1&a+b=2' },
    '/when/queryString holds "a b", which query has already',
  ],
  [{ body: {} }, '/when/body must be a string, {"matches": "a regular expression"}'],
  [{ jsonAt: { 'a/b': 1 } }, '/when/jsonAt/a~1b must be a JSON Pointer'],
  [{ jsonAt: { '/a~2': 1 } }, '/when/jsonAt/~1a~02 must be a JSON Pointer'],
  [{ jsonAt: { [`/${'a'.repeat(2048)}`]: 1 } }, 'of at most 2048 characters'],
  [{ jsonAt: [1] }, '/when/jsonAt must be an object'],
  [{ form: { __proto__x: null }, headers: { 'a b': 'c' } }, '/when/headers/a b is not a name'],
])('the conditions %o are refused', (when, fault) => {
  expect(faultsOf(when)).toEqual([expect.stringContaining(fault)])
})

test('a rule may have up to twenty regular expressions, and all are checked', () => {
  const many = Array.from({ length: 21 }, (_, i) => [`q${i}`, { matches: `${i}` }] as const)
  expect(faultsOf({ query: Object.fromEntries(many) })).toEqual([
    '/when/query/q20/matches is one too many: a rule may have 20 regular expressions',
  ])
  expect(faultsOf({ query: Object.fromEntries(many.slice(1)) })).toEqual([])
  const bad = { matches: '(?=a)' }
  const when = { query: { a: bad }, form: { 'b/c': bad }, body: bad, jsonAt: { '/d': bad } }
  expect(faultsOf(when)).toEqual(
    ['/when/query/a', '/when/form/b~1c', '/when/body', '/when/jsonAt/~1d'].map((pointer) =>
      expect.stringMatching(`^${pointer}/matches is not a regular expression of RE2`),
    ),
  )
})

test('a query parameter may be named `toString` or `constructor`', () => {
  expect(faultsOf({ query: {}, queryString: 'toString=1&constructor=2' })).toEqual([])
})
