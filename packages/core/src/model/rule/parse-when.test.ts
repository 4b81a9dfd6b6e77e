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

test.each([
  ['v1', 'must begin with /, such as /v1/customers/:id'],
  ['/a?b', 'must be a path only; put the query into query'],
  ['/:a-b', 'has the parameter :a-b, whose name may hold letters, digits and _'],
  [
    '/:a(\\d+)',
    'has the parameter :a(\\d+), whose name may hold letters, digits and _; write :a, and a condition on it in `params`',
  ],
  ['/a/:b?', 'has :b?; add one rule with the segment, and one without'],
  ['/:a/:a', 'has a parameter twice'],
  ['/*/a', 'may have * only at its end'],
  ['/a/../b', 'has the segment . or .., which is resolved before rules see the path'],
  ['/v1/{id}', 'has the segment {id}; write :name for any one segment'],
  ['/v1/[id]', 'has the segment [id]; write :name for any one segment'],
  ['/v1/<int:id>', 'has the segment <int:id>; write :name for any one segment'],
  ['/a*', 'has the segment a*; * stands for whole segments'],
])('a rule with the path %s is refused', (path, fault) => {
  expect(faultsOf({ path })).toEqual([`/when/path ${fault}`])
})

test.each([
  ['/endpoint/orders', '/'],
  ['/endpoint/orders/', '/'],
  ['/endpoint/orders/:id', '/:id'],
])(
  'a rule of `orders` with the path %s is refused, because it is below the name',
  (path, meant) => {
    const fault = `/when/path is below /endpoint/orders anyway; write "${meant}"`
    expect(faultsOf({ path })).toEqual([fault])
  },
)

test.each([['/endpoint/orders2'], ['/endpoint']])(
  'a rule of `orders` may have the path %s',
  (path) => {
    expect(faultsOf({ path })).toEqual([])
  },
)
