// The conditions that the path of a request meets.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { decodeName } from '../http/url.ts'
import { parseRule } from '../rule/parse-rule.ts'
import { conditionsOfPath, createPathPattern, segmentsOf } from './path-pattern.ts'

const letters = fc.constantFrom(...'ab:.[]<>{}*?%/é ')
const words = fc.constantFrom('', 'endpoint', 'own', ':id', '[id]', '<id>', '..')

test('the conditions of any path make a valid rule that matches the path', () => {
  const segment = fc.oneof(words, fc.string({ unit: letters, maxLength: 4 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(segment, fc.boolean()), { maxLength: 4 }), (segments) => {
      const text = segments.map(([value, isRaw]) => (isRaw ? value : encodeURIComponent(value)))
      const { pathname } = new URL(`http://host/${text.join('/')}`)
      const sent = segmentsOf(pathname)
      const decoded = sent.map(decodeName)
      fc.pre(!decoded.includes(undefined))
      const { path, params } = conditionsOfPath(pathname)
      const rule = { endpoint: 'own', when: { path, ...(params && { params }) }, response: {} }
      runWhole(parseRule(JSON.stringify(rule)))
      const pattern = createPathPattern(path, true)
      expect([path, pattern.matches(sent, decoded)]).toEqual([path, true])
      expect(pattern.parametersOf(decoded)).toEqual(params ?? {})
    }),
  )
})
