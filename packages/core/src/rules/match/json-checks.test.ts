// Many rules that compare a body with JSON.
import { expect, test } from 'vitest'
import { createMatcher } from './matcher.ts'
import { type RuledRequest, toRuledRequest } from './ruled-request.ts'
import { createSteps } from './steps.ts'

const many = 1000

/** Bodies that differ only at their ends. */
const bodies = Array.from({ length: many }, (_, i) => `[${'1,'.repeat(1000)}${i}]`)
const matchers = bodies.map((json) => createMatcher({ json }))

function requestOf(body: string): RuledRequest {
  return toRuledRequest({
    ...{ method: 'POST', target: '/', hasDefault: true, segments: [], headers: [] },
    ...{ body: new TextEncoder().encode(body), isBodyWhole: true, endpointUrl: () => undefined },
  })
}

test.each([0, many - 1])('a body is found among a thousand long ones, at index %i', (place) => {
  const request = requestOf(bodies[place] ?? '')
  const steps = createSteps()
  const found = matchers.findIndex(({ matches }) => matches(request, steps))
  expect(found).toBe(place)
  expect(steps.areSpent()).toBe(false)
})

test('a thousand rules that do not match a body take few steps and find the difference', () => {
  const request = requestOf(bodies[0]?.replace('0]', 'null]') ?? '')
  const steps = createSteps()
  const differences = matchers.map((matcher) => matcher.difference(request, steps))
  expect(steps.areSpent()).toBe(false)
  expect(differences.at(-1)?.inWords()).toEqual({
    member: 'json/1000',
    expected: '999',
    actual: 'null',
  })
})
