import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesAt, valueAt, withName, withoutValue, withValue } from './members.ts'

const rule = `{
  "when": { "method": "GET", "query": {"a": 1.0} },
  "response": { "data": [1.10, {"x": "}"}] }
}`

test('values and names are found and returned as they are written', () => {
  expect(valueAt(rule, ['response', 'data'])).toBe('[1.10, {"x": "}"}]')
  expect(valueAt(rule, ['when', 'query', 'a'])).toBe('1.0')
  expect(valueAt(rule, ['when', 'path'])).toBeUndefined()
  expect(valueAt(rule, ['when', 'method', 'a'])).toBeUndefined()
  expect(namesAt(rule, ['when'])).toEqual(['method', 'query'])
  expect(namesAt(rule, ['when', 'method'])).toEqual([])
  expect(valueAt('{"a":1,"\\u0061":2}', ['a'])).toBe('2')
})

describe('setting values', () => {
  test.each([
    ['{"a":1}', ['a'], '{"a":2}'],
    ['{}', ['a'], '{ "a": 2 }'],
    ['{ }', ['a', 'b'], '{ "a": { "b": 2 } }'],
    ['{"a":1}', ['b'], '{"a":1, "b": 2}'],
    ['{\n  "a": 1\n}', ['b'], '{\n  "a": 1,\n  "b": 2\n}'],
    ['{"a":1}', ['a', 'b'], '{"a":{ "b": 2 }}'],
  ])('a value is set in %j at %j', (text, path, expected) => {
    expect(withValue(text, path, '2')).toBe(expected)
  })
})

describe('removing values', () => {
  test.each([
    ['{"a":1}', ['a'], '{}'],
    ['{"a":1, "b": 2}', ['a'], '{"b": 2}'],
    ['{"a":1, "b": 2}', ['b'], '{"a":1}'],
    ['{"a":{"b":1}, "c":2}', ['a', 'b'], '{"c":2}'],
    ['{"a":1}', ['b'], '{"a":1}'],
    ['{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
  ])('a value is removed from %j at %j', (text, path, expected) => {
    expect(withoutValue(text, path)).toBe(expected)
  })
})

test('a name is changed at its place', () => {
  expect(withName('{"a":1, "b": 2}', ['a'], 'c"')).toBe('{"c\\"":1, "b": 2}')
})

test('a set value is found, a removed value is not, and other values stay unchanged', () => {
  const name = fc.constantFrom('a', 'b', 'c')
  const path = fc.array(name, { minLength: 1, maxLength: 3 })
  const object = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }))
  fc.assert(
    fc.property(object, path, fc.jsonValue(), fc.boolean(), (value, at, put, isWide) => {
      const text = JSON.stringify(value, undefined, isWide ? 2 : 0)
      const set = withValue(text, at, JSON.stringify(put))
      expect(valueAt(set, at)).toBe(JSON.stringify(put))
      const [first = ''] = at
      const others = Object.keys(value).filter((each) => each !== first)
      const without = withoutValue(set, at)
      JSON.parse(without)
      expect(valueAt(without, at)).toBeUndefined()
      for (const other of others) {
        expect(valueAt(without, [other])).toBe(valueAt(text, [other]))
      }
    }),
  )
})
