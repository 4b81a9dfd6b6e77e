// Finding rules by the path has the same result and order as checking each rule.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActiveRule, createActiveRule } from '../active-rule.ts'
import { type RuledRequest, toRuledRequest } from '../match/ruled-request.ts'
import { createSteps } from '../match/steps.ts'
import { createRuleList } from './rule-list.ts'

function requestTo(segments: readonly string[]): RuledRequest {
  const nothing = {
    target: '/',
    hasDefault: true,
    headers: [],
    body: new Uint8Array(0),
    isBodyWhole: true,
    endpointUrl: () => undefined,
  }
  return toRuledRequest({ method: 'GET', segments, ...nothing })
}

const part = fc.constantFrom('a', 'b', '', 'é', 'a b', '%C3%A9', 'a%2Fb', '%zz', ':p', ':q')
const path = fc
  .tuple(fc.uniqueArray(part, { maxLength: 4 }), fc.constantFrom('', '/*'))
  .map(([parts, end]) => parts.map((each) => `/${each}`).join('') + end || '/')
const change = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  path,
  how: fc.constantFrom('add', 'addFirst', 'remove'),
  body: fc.constantFrom(undefined, 'x'),
})
const sent = fc.constantFrom('a', 'b', '', '%C3%A9', 'a%20b', 'a%2Fb', '%zz', '%61')

test('the rule list finds the same rules as checking each one, in the same order', () => {
  const property = fc.property(
    fc.array(change, { maxLength: 20 }),
    fc.array(fc.array(sent, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    (changes, paths) => {
      const list = createRuleList<ActiveRule>()
      let all = new Map<string, ActiveRule>()
      for (const { id, path, how, body } of changes) {
        const rule = createActiveRule({ id, endpoint: 'a', when: { path, body }, response: {} })
        const former = all.get(id)
        if (how === 'add') {
          list.add(rule)
          all.set(id, rule)
        } else if (how === 'addFirst') {
          expect(list.addFirst(rule)).toBe(former)
          all = former ? all.set(id, rule) : new Map([[id, rule], ...all])
        } else {
          if (former) list.remove(former)
          all.delete(id)
        }
      }
      expect([...list]).toEqual([...all.values()])
      expect(list.size).toBe(all.size)
      expect(list.needsBody).toBe([...all.values()].some(({ matcher }) => matcher.needsBody))
      for (const segments of paths) {
        const request = requestTo(segments)
        const matches = ({ matcher }: ActiveRule): boolean =>
          (matcher.difference(request, createSteps())?.place ?? 0) < 2
        expect([...list.mayMatch(request)].filter(matches)).toEqual(
          [...all.values()].filter(matches),
        )
      }
    },
  )
  fc.assert(property, { numRuns: 1000 })
})

test('the rule list skips rules for paths that begin with other segments', () => {
  const list = createRuleList<ActiveRule>()
  for (let i = 0; i < 1000; i++) {
    const when = { path: `/v1/things-${i}/:id` }
    list.add(createActiveRule({ id: `${i}`, endpoint: 'a', when, response: {} }))
  }
  list.add(createActiveRule({ id: 'any', endpoint: 'a', when: { path: '/*' }, response: {} }))
  const found = [...list.mayMatch(requestTo(['v1', 'things-7', '1']))].map(({ rule }) => rule.id)
  expect(found).toEqual(['7', 'any'])
})
