import type { ListedRule, RuleWhen } from '@mock-endpoint/core/client'
import { expect, test } from 'vitest'
import { plainResponse } from './plain-response.ts'

function rule(id: string, more: Partial<ListedRule>): ListedRule {
  return { id, endpoint: 'orders', response: { statusCode: 503 }, used: 0, left: null, ...more }
}

test.each<[string, RuleWhen | undefined]>([
  ['asks nothing', undefined],
  ['asks for a GET', { method: ['POST', 'GET'] }],
  ['is of the endpoint itself', { path: '/' }],
  ['is of all paths', { path: '/*' }],
  ['wants no query', { queryString: '' }],
  ['wants no such parameter', { query: { page: null }, headers: { 'x-a': null } }],
])('a rule that %s answers a plain GET', (_, when) => {
  expect(plainResponse([rule('a', { when })])).toEqual({ rule: 'a', response: { statusCode: 503 } })
})

test.each<[string, Partial<ListedRule>]>([
  ['another method', { when: { method: 'POST' } }],
  ['a path below', { when: { path: '/7' } }],
  ['a parameter of the path', { when: { path: '/:id', params: { id: '7' } } }],
  ['a query', { when: { query: { page: '2' } } }],
  ['another query', { when: { queryString: 'page=2' } }],
  ['a header', { when: { headers: { 'x-a': { contains: 'b' } } } }],
  ['a body', { when: { body: 'a' } }],
  ['JSON', { when: { json: '{}' } }],
  ['a value of JSON', { when: { jsonAt: { '/a': '1' } } }],
  ['a form', { when: { form: { a: null } } }],
  ['a part of the requests', { chance: 0.5 }],
  ['none, because it is off', { chance: 0 }],
])('a rule for %s does not answer a plain GET, and the next rule does', (_, more) => {
  expect(plainResponse([rule('a', more)])).toBeUndefined()
  expect(plainResponse([rule('a', more), rule('b', {})])?.rule).toBe('b')
})

test('the response of a rule that forwards a plain GET is not known', () => {
  const forwards = rule('a', { response: { forward: 'http://localhost:1' } })
  expect(plainResponse([forwards, rule('b', {})])).toBeUndefined()
})

test('a rule with several responses answers a plain GET with its next one', () => {
  const responses = [{ statusCode: 500 }, { statusCode: 429 }]
  const several = rule('a', { response: undefined, responses, used: 1, left: 1 })
  expect(plainResponse([several])?.response).toBe(responses[1])
  expect(plainResponse([{ ...several, used: 2, left: 0 }])).toBeUndefined()
  const repeated = { ...several, repeatLast: true, used: 7, left: null }
  expect(plainResponse([repeated])?.response).toBe(responses[1])
})
