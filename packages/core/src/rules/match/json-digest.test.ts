// Digests are the same for the same JSON, and different for different JSON.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalNumber } from './canonical-number.ts'
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
  [JSON.stringify('b\b\t\n\f\r\\/"😀'), '"\\u0062\\b\\t\\n\\f\\r\\\\\\/\\"\\ud83d\\uDE00"'],
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

test('digests stay the same in later versions, because ids of recordings contain them', () => {
  const json = '{"a":[1,"\\u00e9",null,1.50],"b":{},"a":{"c":"d","e":-2e9}}'
  expect(digest(json).toString(16)).toBe('b55fcc71001b3')
})

test('two spellings of a number have the same digest, and other numbers have others', () => {
  const spelling = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0', '1', '10', '100', '102', '1020'),
      fc.constantFrom('', '.0', '.1', '.01', '.10', '.02', '.020', '.00'),
      fc.constantFrom('', 'e0', 'E1', 'e+1', 'e-1', 'e-02', 'e4294967296', `e1${'0'.repeat(20)}`),
    )
    .map((parts) => parts.join(''))
  const property = fc.property(spelling, spelling, (one, other) => {
    const isSame = canonicalNumber(one) === canonicalNumber(other)
    expect(digest(one) === digest(other)).toBe(isSame)
  })
  fc.assert(property, { numRuns: 100_000 })
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

test('of 10,000 names that are repeated in another order, the last values count', () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `"${i}":`)
  const last = names.map((name, i) => `${name}${i}`)
  const repeated = [...names.map((name) => `${name}null`), ...last.toReversed()]
  expect(digest(`{${repeated.join()}}`)).toBe(digest(`{${last.join()}}`))
  expect(digest(`{${repeated.toReversed().join()}}`)).not.toBe(digest(`{${last.join()}}`))
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
