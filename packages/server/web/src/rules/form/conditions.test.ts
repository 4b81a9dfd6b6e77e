import { describe, expect, test } from 'vitest'
import {
  type Condition,
  changeCondition,
  conditionsIn,
  withCondition,
  withoutCondition,
} from './conditions.ts'

const page: Condition = { where: 'query', name: 'page', is: 'is', value: '2' }

describe('reading conditions', () => {
  test.each<[string, Condition]>([
    ['{"when":{"query":{"page":2}}}', page],
    ['{"when":{"query":{"page":"2"}}}', page],
    ['{"when":{"headers":{"x":null}}}', { where: 'headers', name: 'x', is: 'absent', value: '' }],
    [
      '{"when":{"form":{"x":{"matches":"^a"}}}}',
      { where: 'form', name: 'x', is: 'matches', value: '^a' },
    ],
    ['{"when":{"jsonAt":{"/a":"Ada"}}}', { where: 'jsonAt', name: '/a', is: 'is', value: 'Ada' }],
    ['{"when":{"jsonAt":{"/a":"7"}}}', { where: 'jsonAt', name: '/a', is: 'is', value: '"7"' }],
    ['{"when":{"jsonAt":{"/a":7.0}}}', { where: 'jsonAt', name: '/a', is: 'is', value: '7.0' }],
    [
      '{"when":{"json":{"contains":"a"}}}',
      { where: 'json', name: '', is: 'is', value: '{"contains":"a"}' },
    ],
    ['{"when":{"body":{"contains":"a"}}}', { where: 'body', name: '', is: 'contains', value: 'a' }],
  ])('a condition is read from %s and written back with the same meaning', (text, condition) => {
    expect(conditionsIn(text)).toEqual([condition])
    // A condition that is written and read again is the same.
    const written = changeCondition(text, condition, condition)
    expect(conditionsIn(written)).toEqual([condition])
  })

  test.each(['{"when":{"query":{"page":["1"]}}}', '{"when":{"body":null}}'])(
    'the conditions of %s are left to the editor',
    (text) => {
      expect(conditionsIn(text)).toBeUndefined()
    },
  )
})

test('a condition is added, changed in its place, moved and removed', () => {
  const text = '{"when":{"method":"GET"},"response":{}}'
  const added = withCondition(text, page)
  expect(added).toBe('{"when":{"method":"GET", "query": { "page": "2" }},"response":{}}')
  const renamed = changeCondition(added, page, { ...page, name: 'p', is: 'contains' })
  expect(renamed).toBe(
    '{"when":{"method":"GET", "query": { "p": { "contains": "2" } }},"response":{}}',
  )
  const moved = changeCondition(added, page, { ...page, where: 'jsonAt', name: '/page' })
  expect(moved).toBe('{"when":{"method":"GET", "jsonAt": { "/page": 2 }},"response":{}}')
  expect(withoutCondition(added, page)).toBe(text)
})
