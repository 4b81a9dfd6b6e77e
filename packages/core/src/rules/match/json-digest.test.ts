// Digests are the same for the same JSON, and different for different JSON.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceIn } from './json-contains.ts'
import { digestOf } from './json-digest.ts'
import { type JsonTree, readTree } from './json-tree.ts'
import { createSteps } from './steps.ts'

function digest(text: string): number {
  const tree = readTree(text)
  if (!tree) throw new Error(`${text} is no JSON`)
  return digestOf(tree)
}

test.each([
  ['{"a":1,"b":[2,{"c":3}]}', ' { "b" : [ 2.0 , {"\\u0063":3e0}], "a": 10e-1 } '],
  ['{"a":1,"b":2}', '{"a":7,"b":2,"a":1}'],
  ['"é/"', '"\\u00e9\\/"'],
  ['[0,100]', '[-0,1e2]'],
  ['12345678901234567890', '12345678901234567890.0'],
  ['1', '1.00000000000000000000'],
])('%s and %s have the same digest', (one, other) => {
  expect(digest(one)).toBe(digest(other))
})

test.each([
  ['{}', '[]'],
  ['""', 'null'],
  ['"1"', '1'],
  ['"true"', 'true'],
  ['[1,2]', '[2,1]'],
  ['[[1],2]', '[[1,2]]'],
  ['[[],[]]', '[[[]]]'],
  ['{"a":[]}', '{"a":[[]]}'],
  ['{"a":{}}', '{"a":{"":{}}}'],
  ['{"a":{"b":1}}', '{"a":1,"b":{}}'],
  ['{"a":1,"b":2}', '{"a":2,"b":1}'],
  ['{"a":"b"}', '{"b":"a"}'],
  ['9007199254740993', '9007199254740992'],
  ['[1,1]', '[1]'],
])('%s and %s have different digests', (one, other) => {
  expect(digest(one)).not.toBe(digest(other))
})

test('no two of 250,000 values have the same digest', () => {
  const seen = new Map<number, string>()
  const add = (value: unknown): void => {
    const text = JSON.stringify(value)
    const found = digest(text)
    expect(seen.get(found) ?? text).toBe(text)
    seen.set(found, text)
  }
  for (let i = 0; i < 50_000; i++) {
    add(i)
    add(`${i}`)
    add([i])
    add({ a: i })
    add({ a: { b: [i, i + 1] } })
  }
})

test('the order of members does not change a digest, at any depth', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, each]) => [name, shuffled(each)] as const)
    return Object.fromEntries(members.reverse())
  }
  const property = fc.property(fc.jsonValue(), (value) => {
    expect(digest(JSON.stringify(shuffled(value)))).toBe(digest(JSON.stringify(value)))
  })
  fc.assert(property, { numRuns: 2000 })
})

test('two texts have the same digest exactly if a comparison finds no difference', () => {
  const leaf = fc.constantFrom('1', '1.0', '-0', '0', '"a"', '"\\u0061"', 'null', '1e2', '100')
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.array(tie('json'), { maxLength: 3 }).map((list) => `[${list.join()}]`),
      fc
        .array(fc.tuple(fc.constantFrom('a', 'b', '\\u0061'), tie('json')), { maxLength: 3 })
        .map((members) => `{${members.map(([name, each]) => `"${name}":${each}`).join()}}`),
    ),
  }))
  const property = fc.property(json, json, (one, other) => {
    const [part, whole] = [readTree(one), readTree(other)] as [JsonTree, JsonTree]
    const difference = differenceIn({ part, whole, steps: createSteps(), isExact: true }, 0)
    expect(digestOf(part) === digestOf(whole)).toBe(difference === undefined)
  })
  fc.assert(property, { numRuns: 20_000 })
})

test('JSON that is 100,000 levels deep has a digest', () => {
  const depth = 100_000
  expect(digest('['.repeat(depth) + ']'.repeat(depth))).toBeGreaterThan(0)
})
